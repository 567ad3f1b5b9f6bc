//! Sets the build id of released programs, by which debuggers find debug info, from the environment: the
//! linker's own would depend on the build path.

fn main() {
    const ID: &str = "UPCARD_BUILD_ID";
    println!("cargo:rerun-if-env-changed={ID}");
    if let Ok(id) = std::env::var(ID) {
        println!("cargo:rustc-link-arg-bins=-Wl,--build-id=0x{id}");
    }
}
