//! `cargo xtask dist`: a release as files for any web server; `deploy/install.sh` installs from there. Builds
//! are reproducible: the same commit gives the same bytes.

mod licences;
mod packaging;
mod release;
mod tools;

use std::path::{Path, PathBuf};

use crate::needs::{self, Consent};
use crate::page::{self, PageProfile};
use crate::shell::{
    TaskError, cargo, command, copy, file_error, output_bytes, root, run, target_folder,
};
use crate::tidy;

use packaging::{Tree, archive, debian_package, recreate_folder, write_checksums};
use release::{Machine, Release};
use tools::Tools;

/// What to build.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Output folder; its contents are deleted
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Build only the program for these machines
    #[arg(long, value_enum, value_name = "MACHINE", default_values = ["x86_64", "aarch64"])]
    machine: Vec<Machine>,
    #[command(flatten)]
    consent: Consent,
}

/// Size limits in bytes: for the stripped program, and for its archive or a wheel.
const MAX_PROGRAM_BYTES: u64 = 23_000_000;
const MAX_ARCHIVE_BYTES: u64 = 12_000_000;

/// Default output folder. Not `dist`, which cargo uses for the profile of that name.
pub(crate) fn release_folder() -> PathBuf {
    target_folder().join("handed-out")
}

/// Builds the release and lists its contents.
pub(crate) fn build(arguments: &Arguments) -> Result<(), TaskError> {
    arguments.consent.install_packages(&[&needs::PYTHON_FOR_LINKER, &needs::WASM_OPT], &[])?;
    let out = arguments.out.clone().unwrap_or_else(release_folder);
    let release = Release::of_this_tree()?;
    let tools = Tools::prepare(&arguments.machine)?;
    page::build(PageProfile::Release)?;
    recreate_folder(&out)?;
    let work = target_folder().join("dist-work");
    recreate_folder(&work)?;

    let licences = licences::texts()?;
    let mut programs = Vec::new();
    for machine in &arguments.machine {
        programs.push((*machine, program(*machine, &release, &tools, &work)?));
        wheel(*machine, &release, &tools, &out)?;
    }
    let own = programs.iter().find(|(machine, _)| machine.name() == std::env::consts::ARCH);
    let Some((_, own)) = own else {
        let why =
            "the program itself prints completions and manual: also build for this machine's kind";
        return Err(TaskError::Missing(why.into()));
    };
    let generated = GeneratedFiles::generate(own, &work)?;
    for (machine, built) in &programs {
        let name = format!("upcard-{}-{}-linux", release.version, machine.name());
        let tree = Tree::new(work.join(&name))?;
        tree.program(built, "bin/upcard")?;
        add_shared_files(&tree, &generated, &licences)?;
        archive(&tree, &release, &out.join(format!("{name}.tar.gz")))?;
        let debug = Tree::new(work.join(format!("{name}-debug")))?;
        debug.file(&built.with_extension("debug"), "upcard.debug")?;
        archive(&debug, &release, &out.join(format!("{name}-debug.tar.gz")))?;
        debian_package(&tree, *machine, &release, &work, &out)?;
    }
    let docs = Tree::new(work.join(format!("upcard-{}-docs", release.version)))?;
    docs.folder(&root().join("docs"), "docs")?;
    docs.folder(&PageProfile::Release.folder().join("docs"), "site")?;
    archive(&docs, &release, &out.join(format!("upcard-{}-docs.tar.gz", release.version)))?;
    tools.bill_of_materials(&release, &out)?;
    package_crates(&out)?;
    copy(&root().join("deploy/install.sh"), &out.join("install.sh"))?;
    write_checksums(&out)?;
    check_sizes(&programs, &out)?;
    println!("the release is in {}", out.display());
    Ok(())
}

/// Cargo configuration of the flags for a machine.
fn rustflags(machine: Machine, target: &str) -> String {
    let mut flags = page::remap_flags();
    flags.extend(machine.level().map(String::from));
    format!("target.{target}.rustflags={flags:?}")
}

/// Builds the program for a machine. Returns the path of the stripped program; its debug info is in a file
/// beside it.
fn program(
    machine: Machine,
    release: &Release,
    tools: &Tools,
    work: &Path,
) -> Result<PathBuf, TaskError> {
    let target = machine.target();
    let mut build = tools.cargo_for(machine);
    build.args(["--profile", "dist", "--locked", "-p", "upcard", "--target", &target]);
    build.args(["--config", &rustflags(machine, &target)]).env("UPCARD_COMMIT", &release.commit);
    build.env("LIBSQLITE3_FLAGS", SQLITE_FLAGS).env("UPCARD_BUILD_ID", &release.build_id);
    build.env("SOURCE_DATE_EPOCH", &release.date).env_remove("RUSTFLAGS");
    run(build)?;
    let built = target_folder().join(&target).join("dist/upcard");
    let stripped = work.join(format!("upcard-{}", machine.name()));
    tools.split_debug_info(&built, &stripped)?;
    Ok(stripped)
}

/// SQLite features that no store uses: a quarter of a megabyte.
const SQLITE_FLAGS: &str = "-USQLITE_ENABLE_FTS3 -USQLITE_ENABLE_FTS3_PARENTHESIS -USQLITE_ENABLE_FTS5 \
                      -USQLITE_ENABLE_RTREE";

/// Oldest C library supported by the Python wheel: systems since 2014.
const WHEEL_COMPATIBILITY: &str = "manylinux_2_17";

/// Builds the Python wheel: one file for every Python version from 3.11 on.
fn wheel(machine: Machine, release: &Release, tools: &Tools, out: &Path) -> Result<(), TaskError> {
    let target = machine.wheel_target();
    let config = rustflags(machine, &target);
    let mut build = tools.maturin_for(machine);
    build.args(["--release", "--locked", "--compatibility", WHEEL_COMPATIBILITY]);
    build.args(["--target", &target, "--manifest-path", "crates/python/Cargo.toml"]);
    build.args(["--config", &config, "--out"]).arg(out);
    build.env("SOURCE_DATE_EPOCH", &release.date).env_remove("RUSTFLAGS");
    run(build)
}

/// Files generated by the program itself: completions and manual.
struct GeneratedFiles {
    completions: Vec<(&'static str, PathBuf)>,
    manual: PathBuf,
}

/// Completion paths of each shell, below a prefix such as /usr.
const SHELLS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/upcard"),
    ("zsh", "share/zsh/site-functions/_upcard"),
    ("fish", "share/fish/vendor_completions.d/upcard.fish"),
];

impl GeneratedFiles {
    fn generate(program: &Path, work: &Path) -> Result<GeneratedFiles, TaskError> {
        let program = program.display().to_string();
        let manual = work.join("man");
        run(command(&program, &["manual", &manual.display().to_string()]))?;
        let mut completions = Vec::new();
        for (shell, place) in SHELLS {
            let script = output_bytes(&mut command(&program, &["completions", shell]))?;
            let file = work.join(format!("completions.{shell}"));
            std::fs::write(&file, script).map_err(file_error(&file))?;
            completions.push((place, file));
        }
        Ok(GeneratedFiles { completions, manual })
    }
}

/// Files installed along with the program.
fn add_shared_files(
    tree: &Tree,
    generated: &GeneratedFiles,
    licences: &str,
) -> Result<(), TaskError> {
    for (place, file) in &generated.completions {
        tree.file(file, place)?;
    }
    tree.folder(&generated.manual, "share/man/man1")?;
    for name in ["LICENSE-APACHE", "LICENSE-MIT", "CHANGELOG.md"] {
        tree.file(&root().join(name), &format!("share/doc/upcard/{name}"))?;
    }
    tree.text(licences, "share/doc/upcard/LICENSES-OF-DEPENDENCIES")?;
    tree.folder(&root().join("deploy"), "share/doc/upcard/examples")
}

/// The published crates as packages.
fn package_crates(out: &Path) -> Result<(), TaskError> {
    let mut package = cargo(&["package", "--quiet", "--offline", "--allow-dirty", "--no-verify"]);
    for name in tidy::published()? {
        package.args(["-p", &name]);
    }
    run(package)?;
    let made = target_folder().join("package");
    let folder = out.join("crates");
    recreate_folder(&folder)?;
    let version = format!("-{}.crate", env!("CARGO_PKG_VERSION"));
    for file in packaging::entries(&made)? {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.ends_with(&version) {
            copy(&file, &folder.join(name))?;
        }
    }
    Ok(())
}

/// Prints all sizes and fails if a limit is exceeded.
fn check_sizes(programs: &[(Machine, PathBuf)], out: &Path) -> Result<(), TaskError> {
    let size = |path: &Path| std::fs::metadata(path).map_or(0, |data| data.len());
    let mut too_large = Vec::new();
    for (machine, program) in programs {
        println!("{:>12}  the program for {}", size(program), machine.name());
        if size(program) > MAX_PROGRAM_BYTES {
            let name = machine.name();
            too_large.push(format!("the program for {name} is above {MAX_PROGRAM_BYTES} bytes"));
        }
    }
    for file in packaging::entries(out)? {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        println!("{:>12}  {name}", size(&file));
        let is_download = name.ends_with("-linux.tar.gz") || name.ends_with(".whl");
        if is_download && size(&file) > MAX_ARCHIVE_BYTES {
            too_large.push(format!("{name} is above {MAX_ARCHIVE_BYTES} bytes"));
        }
    }
    if too_large.is_empty() { Ok(()) } else { Err(TaskError::Failed(too_large.join("; "))) }
}
