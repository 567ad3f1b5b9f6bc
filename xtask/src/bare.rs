//! Runs README's commands unchanged on a bare machine (Debian's minimal root, an empty home, and only what
//! README names), and reports duration and disk usage.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use crate::report::{Outcome, PartResult};
use crate::shell::{
    TaskError, cargo_home, command, file_error, output_text, root, run, succeeds, target_folder,
};

/// Debian packages that README names besides rustup; rustup needs the certificates for downloads.
const INCLUDED_PACKAGES: &str = "--include=git,gcc,libc6-dev,ca-certificates";

/// Server address of README's first command.
const ADDRESS: &str = "127.0.0.1:8080";

/// Variables that cargo and rustup set for this task; they refer to this machine's paths.
const REMOVED_VARIABLES: [&str; 8] = [
    "CARGO",
    "CARGO_HOME",
    "CARGO_TARGET_DIR",
    "LD_LIBRARY_PATH",
    "RUSTUP_HOME",
    "RUSTUP_TOOLCHAIN",
    "RUST_RECURSION_COUNT",
    "TMPDIR",
];

/// Timeouts: until the server of the first command answers, and until the second command ends.
const TIMEOUTS: [Duration; 2] = [Duration::from_secs(3 * 3600), Duration::from_secs(6 * 3600)];

pub(crate) fn check() -> PartResult {
    if !succeeds("debootstrap", &["--version"]) {
        return Ok(Outcome::Skipped("debootstrap is not installed".into()));
    }
    if !succeeds("unshare", &["--mount", "--pid", "--fork", "true"]) {
        return Ok(Outcome::Skipped("only root can set up the chroot".into()));
    }
    if TcpStream::connect(ADDRESS).is_ok() {
        return Ok(Outcome::Skipped(format!("{ADDRESS} is in use")));
    }
    let chroot = target_folder().join("bare-machine");
    let done = set_up(&chroot).and_then(|()| run_commands(&chroot));
    // Always clean up: it is large.
    let _ = fs::remove_dir_all(&chroot);
    done.map(Outcome::passed)
}

/// Commands in README's block under 'Two commands', without the comments after `#`.
fn commands(readme: &str) -> Vec<String> {
    let block = readme.split("## Two commands").nth(1).and_then(|rest| rest.split("```").nth(1));
    let lines = block.unwrap_or_default().lines();
    let code = lines.map(|stream| stream.split('#').next().unwrap_or_default().trim());
    code.filter(|stream| !stream.is_empty()).map(str::to_owned).collect()
}

/// Creates the root, with the committed tree in an otherwise empty home.
fn set_up(chroot: &Path) -> Result<(), TaskError> {
    if chroot.exists() {
        fs::remove_dir_all(chroot).map_err(file_error(chroot))?;
    }
    let mut make = command("debootstrap", &["--variant=minbase", INCLUDED_PACKAGES]);
    make.arg(codename()?).arg(chroot);
    run(make)?;
    // Name resolution and trusted certificates depend on the network, not the machine.
    for file in ["etc/resolv.conf", "etc/hosts", "etc/ssl/certs/ca-certificates.crt"] {
        let from = Path::new("/").join(file);
        if from.exists() {
            fs::copy(&from, chroot.join(file)).map_err(file_error(&from))?;
        }
    }
    let home = chroot.join("root");
    copy_rustup(&home)?;
    let mut clone = command("git", &["clone", "--quiet"]);
    clone.arg(root()).arg(home.join("upcard"));
    run(clone)
}

/// Copies rustup's installation for this tree, as if freshly installed.
fn copy_rustup(home: &Path) -> Result<(), TaskError> {
    let output_text = |program: &str, arguments: &[&str]| {
        output_text(command(program, arguments).env_remove("RUSTUP_TOOLCHAIN"))
    };
    let rustup = PathBuf::from(output_text("rustup", &["show", "home"])?);
    // The toolchain's folder has another name if it is a link.
    let toolchain = PathBuf::from(output_text("rustc", &["--print", "sysroot"])?);
    // The reason for the selection follows the name.
    let active = output_text("rustup", &["show", "active-toolchain"])?;
    let name = active.split_whitespace().next().unwrap_or_default();
    let Some(cargo) = cargo_home() else {
        return Err(TaskError::Missing("no home folder".into()));
    };
    fs::create_dir_all(home.join(".rustup/toolchains")).map_err(file_error(home))?;
    fs::create_dir_all(home.join(".cargo")).map_err(file_error(home))?;
    let copy = |from: PathBuf, to: &str| {
        let mut copy = command("cp", &["-a"]);
        copy.arg(from).arg(home.join(to));
        run(copy)
    };
    copy(cargo.join("bin"), ".cargo/bin")?;
    copy(toolchain, &format!(".rustup/toolchains/{name}"))?;
    copy(rustup.join("settings.toml"), ".rustup/settings.toml")
}

/// This machine's Debian release: others have other compilers.
fn codename() -> Result<String, TaskError> {
    let text = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let named = text.lines().find_map(|stream| stream.strip_prefix("VERSION_CODENAME="));
    named.map(str::to_owned).ok_or_else(|| TaskError::Missing("this system is not Debian".into()))
}

fn run_commands(chroot: &Path) -> Result<(), TaskError> {
    let commands = commands(&fs::read_to_string(root().join("README.md")).unwrap_or_default());
    let [play, test] = &commands[..] else {
        return Err(TaskError::Missing("README does not have two commands".into()));
    };
    let began = Instant::now();
    let mut playing = start(chroot, play)?;
    let page = loop {
        if let Some(page) = fetch_page() {
            break Ok(page);
        }
        if playing.try_wait().ok().flatten().is_some() {
            break Err(TaskError::Failed(play.clone()));
        }
        if began.elapsed() > TIMEOUTS[0] {
            break Err(TaskError::Missing(format!("{play}: no answer in {:?}", TIMEOUTS[0])));
        }
        std::thread::sleep(Duration::from_secs(1));
    };
    let took = began.elapsed().as_secs();
    let _ = playing.kill();
    let _ = playing.wait();
    let page = page?;
    if !page.contains("<title>") {
        return Err(TaskError::Failed(format!("{play}: the response is not a page")));
    }
    println!("{play}: the page responded after {took} s");
    print_disk_usage(chroot)?;
    let began = Instant::now();
    let mut testing = start(chroot, test)?;
    let ended = loop {
        match testing.try_wait() {
            Ok(Some(ended)) => break ended.success(),
            _ if began.elapsed() > TIMEOUTS[1] => {
                let _ = testing.kill();
                break false;
            }
            _ => std::thread::sleep(Duration::from_secs(1)),
        }
    };
    println!("{test}: {} s", began.elapsed().as_secs());
    print_disk_usage(chroot)?;
    if ended { Ok(()) } else { Err(TaskError::Failed(test.clone())) }
}

/// Starts a command in the root, in the home's copy of the tree. Its child processes end with it.
fn start(chroot: &Path, what: &str) -> Result<Child, TaskError> {
    println!("in a bare machine: {what}");
    let mounts = "mount -t proc proc \"$0/proc\" && mount --rbind /dev \"$0/dev\"";
    let inside = format!("cd ~/upcard && {what}");
    let script = format!("{mounts} && exec chroot \"$0\" sh -c '{inside}'");
    let mut start = Command::new("unshare");
    start.args(["--mount", "--pid", "--fork", "--kill-child", "sh", "-c", &script]).arg(chroot);
    start.env("HOME", "/root").env("PATH", "/root/.cargo/bin:/usr/sbin:/usr/bin:/sbin:/bin");
    // Remove variables set for this task.
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        let is_cargo_variable = text.starts_with("CARGO_PKG") || text.starts_with("CARGO_MANIFEST");
        if is_cargo_variable || REMOVED_VARIABLES.contains(&&*text) {
            start.env_remove(&name);
        }
    }
    start.spawn().map_err(|error| TaskError::NotStarted("unshare".into(), error))
}

/// The server's response to a browser; `None` if it is not reachable.
fn fetch_page() -> Option<String> {
    let mut stream = TcpStream::connect(ADDRESS).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(10))).ok()?;
    let request = format!("GET / HTTP/1.1\r\nHost: {ADDRESS}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).ok()?;
    let mut page = Vec::new();
    stream.read_to_end(&mut page).ok()?;
    let page = String::from_utf8_lossy(&page).into_owned();
    page.starts_with("HTTP/1.1 200").then_some(page)
}

fn print_disk_usage(chroot: &Path) -> Result<(), TaskError> {
    let mut size = command("du", &["--summarize", "--human-readable"]);
    size.args(["root/upcard/target", "root/.cargo/registry", "."].map(|part| chroot.join(part)));
    run(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readme_has_two_commands() {
        let readme = fs::read_to_string(root().join("README.md")).unwrap();
        assert_eq!(commands(&readme), ["cargo xtask play", "cargo xtask test"]);
        assert!(commands("nothing").is_empty());
    }
}
