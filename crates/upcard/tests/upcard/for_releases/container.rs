//! The container file, tried without an engine for containers: each of its instructions is carried out
//! by hand, in a folder that holds what the image holds, and the program runs with that as its root.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// The user of the image.
const NONROOT: u32 = 65532;

/// What the image brings: the C library and the compiler's own.
const LIBRARIES: [&str; 7] = [
    "libc.so.6",
    "libm.so.6",
    "libgcc_s.so.1",
    "libdl.so.2",
    "libpthread.so.0",
    "librt.so.1",
    "ld-linux-",
];

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The instructions of a container file: the word and the rest.
fn instructions(text: &str) -> Vec<(String, String)> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let split = |line: &str| {
        let (word, rest) = line.split_once(' ').unwrap();
        (word.to_owned(), rest.trim().to_owned())
    };
    lines.map(split).collect()
}

/// An image as a folder; gone when it is dropped.
struct Image {
    root: PathBuf,
    /// Keeps the folder.
    _own: TempDir,
    environment: BTreeMap<String, String>,
    entry: Vec<String>,
    command: Vec<String>,
}

/// A container that runs; killed when it is dropped.
struct Container {
    child: Child,
    address: String,
}

impl Image {
    /// Carries out the instructions of the last stage; `programs` and `folders` are what the stage before
    /// it leaves.
    fn build(
        stage: &[(String, String)],
        programs: &BTreeMap<&str, PathBuf>,
        folders: &[&str],
    ) -> Image {
        let own = tempfile::Builder::new().prefix("upcard-image-").tempdir().unwrap();
        let root = own.path().to_owned();
        // The image's user comes in.
        std::fs::set_permissions(&root, std::fs::Permissions::from_mode(0o755)).unwrap();
        let mut image = Image {
            root,
            _own: own,
            environment: BTreeMap::new(),
            entry: Vec::new(),
            command: Vec::new(),
        };
        let list = |text: &str| -> Vec<String> { serde_json::from_str(text).unwrap() };
        for (word, rest) in stage {
            match word.as_str() {
                "FROM" => assert_eq!(rest, "gcr.io/distroless/cc-debian12:nonroot"),
                "COPY" => {
                    let rest = rest.strip_prefix("--from=build ").unwrap();
                    if let Some(rest) = rest.strip_prefix("--chown=65532:65532 ") {
                        // An empty folder, with its owner.
                        let (from, to) = rest.split_once(' ').unwrap();
                        assert!(folders.contains(&from), "{from}");
                        let to = image.path(Path::new(to));
                        std::fs::create_dir(&to).unwrap();
                        chown(&to, Some(NONROOT), Some(NONROOT)).unwrap();
                        continue;
                    }
                    let mut files: Vec<&str> = rest.split(' ').collect();
                    let to = files.pop().unwrap();
                    for file in files {
                        let from = programs.get(file).unwrap_or_else(|| panic!("no {file}"));
                        let name = Path::new(file).file_name().unwrap();
                        let to =
                            if to.ends_with('/') { Path::new(to).join(name) } else { to.into() };
                        image.add(from, &to);
                    }
                }
                // A new volume has the owner of the folder in the image.
                "VOLUME" => {
                    let volume = std::fs::metadata(image.path(Path::new(rest))).unwrap();
                    assert_eq!(volume.uid(), NONROOT, "its user cannot write to {rest}");
                }
                "ENV" => {
                    let pairs = rest.split(' ').map(|pair| pair.split_once('=').unwrap());
                    image.environment.extend(pairs.map(|(k, v)| (k.to_owned(), v.to_owned())));
                }
                "EXPOSE" => {
                    assert!(image.environment["UPCARD_LISTEN"].ends_with(&format!(":{rest}")))
                }
                "STOPSIGNAL" => assert_eq!(rest, "SIGTERM"),
                "USER" => assert_eq!(rest, "nonroot"),
                "ENTRYPOINT" => image.entry = list(rest),
                "CMD" => image.command = list(rest),
                other => panic!("{other} is not tried here"),
            }
        }
        image
    }

    fn path(&self, path: &Path) -> PathBuf {
        self.root.join(path.strip_prefix("/").unwrap())
    }

    fn add(&self, from: &Path, to: &Path) {
        let to = self.path(to);
        std::fs::create_dir_all(to.parent().unwrap()).unwrap();
        std::fs::copy(from, to).unwrap();
    }

    /// A command in the container, as the image's user.
    fn run(&self, command: &[String], environment: &[(&str, &str)]) -> Command {
        let mut run = Command::new("chroot");
        run.arg(format!("--userspec={NONROOT}:{NONROOT}")).arg(&self.root).args(command);
        // What the image's base sets.
        run.env_clear().env("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
        run.envs(&self.environment).envs(environment.iter().copied());
        run
    }

    fn start(&self, listen: &str) -> Container {
        let command = [&self.entry[..], &self.command[..]].concat();
        let mut child = self
            .run(&command, &[("UPCARD_LISTEN", listen)])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().trim_end_matches('/').rsplit('/').next().unwrap().to_owned();
        Container { child, address }
    }
}

impl Container {
    fn request(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let length = body.len();
        let head = "host: x\r\nconnection: close\r\ncontent-length";
        write!(stream, "{method} {path} HTTP/1.1\r\n{head}: {length}\r\n\r\n{body}").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        (answer.split(' ').nth(1).unwrap().parse().unwrap(), answer)
    }

    /// As the engine stops it; true if it ended well.
    fn stop(mut self) -> bool {
        Command::new("kill").arg(self.child.id().to_string()).status().unwrap();
        self.child.wait().unwrap().success()
    }
}

impl Drop for Container {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The libraries that a program needs, and where this machine has them.
fn libraries(program: &Path) -> Vec<PathBuf> {
    let output = Command::new("ldd").arg(program).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let path =
        |line: &str| line.split_whitespace().find(|word| word.starts_with('/')).map(PathBuf::from);
    text.lines().filter_map(path).collect()
}

#[test]
#[ignore = "needs root, to change a program's root"]
fn the_image_serves_tables_and_keeps_them_in_its_volume() {
    let repository = repository();
    let text = std::fs::read_to_string(repository.join("deploy/Containerfile")).unwrap();
    let all = instructions(&text);
    let last = all.iter().rposition(|(word, _)| word == "FROM").unwrap();
    let (build, stage) = all.split_at(last);
    // The first stage builds as everybody does who has the sources, with the compiler of the project.
    let toolchain = std::fs::read_to_string(repository.join("rust-toolchain.toml")).unwrap();
    let version = build[0].1.split([':', '-']).nth(1).unwrap();
    assert!(toolchain.contains(&format!("channel = \"{version}.")), "{version}");
    let runs: Vec<&str> =
        build.iter().filter(|(word, _)| word == "RUN").map(|(_, rest)| rest.as_str()).collect();
    assert_eq!(runs[0], "cargo xtask release");
    let folders: Vec<&str> =
        runs[1..].iter().map(|run| run.strip_prefix("mkdir ").unwrap()).collect();
    let program = PathBuf::from(env!("CARGO_BIN_EXE_upcard"));
    let needed = libraries(&program);
    for library in &needed {
        let name = library.file_name().unwrap().to_str().unwrap();
        assert!(
            LIBRARIES.iter().any(|known| name.starts_with(known)),
            "{name} is not in the image"
        );
    }
    let file = |name: &str| repository.join(name);
    let programs = BTreeMap::from([
        ("/src/target/release/upcard", program),
        ("/src/LICENSE-APACHE", file("LICENSE-APACHE")),
        ("/src/LICENSE-MIT", file("LICENSE-MIT")),
    ]);
    let image = Image::build(stage, &programs, &folders);
    for library in needed {
        image.add(&library.canonicalize().unwrap(), &library);
    }

    let [.., high, low] = std::process::id().to_be_bytes();
    let listen = format!("{}:0", Ipv4Addr::new(127, high, low, 9));
    let container = image.start(&listen);
    assert_eq!(container.request("GET", "/ready", "").0, 200);
    let set_up = r#"{"game":"rummy","seats":["person","person"]}"#;
    let (status, answer) = container.request("POST", "/api/tables", set_up);
    assert_eq!(status, 201, "{answer}");
    let table = answer.rsplit_once("\r\n\r\n").unwrap().1.split('"').nth(3).unwrap().to_owned();
    let status = [&image.entry[..], &["admin".to_owned(), "status".to_owned()]].concat();
    let status = image.run(&status, &[]).output().unwrap();
    assert!(String::from_utf8(status.stdout).unwrap().contains("rooms: 1\n"));
    assert!(container.stop());
    // Nobody but its user can read what it has kept.
    let kept = std::fs::metadata(image.path(Path::new("/data/upcard.db"))).unwrap();
    assert_eq!((kept.uid(), kept.permissions().mode() & 0o077), (NONROOT, 0));
    let container = image.start(&listen);
    assert_eq!(container.request("GET", &format!("/api/tables/{table}"), "").0, 200);
    assert!(container.stop());
}
