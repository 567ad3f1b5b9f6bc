//! `cargo xtask dist`: a release as files for any web server; `deploy/install.sh` installs from there. Builds
//! are reproducible: the same commit gives the same bytes.

mod licences;
mod packed;
mod release;
mod tools;

use std::path::{Path, PathBuf};

use crate::needs::{self, Consent};
use crate::page::{self, Finish};
use crate::shell::{TaskError, cargo, command, printed, root, run, target_folder};
use crate::tidy;

use packed::{Tree, archive, debian, fresh, sums};
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
const PROGRAM: u64 = 23_000_000;
const ARCHIVE: u64 = 12_000_000;

/// Default output folder. Not `dist`, which cargo uses for the profile of that name.
pub(crate) fn handed_out() -> PathBuf {
    target_folder().join("handed-out")
}

/// Builds the release and lists its contents.
pub(crate) fn build(arguments: &Arguments) -> Result<(), TaskError> {
    arguments.consent.packages(&[&needs::PYTHON, &needs::SHORTENER], &[])?;
    let out = arguments.out.clone().unwrap_or_else(handed_out);
    let release = Release::of_this_tree()?;
    let tools = Tools::ready(&arguments.machine)?;
    page::build(Finish::Light)?;
    fresh(&out)?;
    let work = target_folder().join("dist-work");
    fresh(&work)?;

    let licences = licences::texts()?;
    let mut programs = Vec::new();
    for machine in &arguments.machine {
        programs.push((*machine, program(*machine, &release, &tools, &work)?));
        wheel(*machine, &release, &tools, &out)?;
    }
    let own = programs.iter().find(|(machine, _)| machine.name() == std::env::consts::ARCH);
    let Some((_, own)) = own else {
        return Err(TaskError::Missing(
            "completions and manual are printed by the program: name this machine's kind as well"
                .into(),
        ));
    };
    let spoken = Spoken::of(own, &work)?;
    for (machine, built) in &programs {
        let name = format!("upcard-{}-{}-linux", release.version, machine.name());
        let tree = Tree::new(work.join(&name))?;
        tree.program(built, "bin/upcard")?;
        shared(&tree, &spoken, &licences)?;
        archive(&tree, &release, &out.join(format!("{name}.tar.gz")))?;
        let lines = Tree::new(work.join(format!("{name}-debug")))?;
        lines.file(&built.with_extension("debug"), "upcard.debug")?;
        archive(&lines, &release, &out.join(format!("{name}-debug.tar.gz")))?;
        debian(&tree, *machine, &release, &work, &out)?;
    }
    let docs = Tree::new(work.join(format!("upcard-{}-docs", release.version)))?;
    docs.folder(&root().join("docs"), "docs")?;
    docs.folder(&Finish::Light.folder().join("docs"), "site")?;
    archive(&docs, &release, &out.join(format!("upcard-{}-docs.tar.gz", release.version)))?;
    tools.bill_of_materials(&release, &out)?;
    crates(&out)?;
    packed::copy(&root().join("deploy/install.sh"), &out.join("install.sh"))?;
    sums(&out)?;
    weigh(&programs, &out)?;
    println!("the release is in {}", out.display());
    Ok(())
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
    let mut flags = page::remapped_folders();
    flags.extend(machine.level().map(String::from));
    let config = format!("target.{target}.rustflags={flags:?}");
    let mut build = tools.cargo_for(machine);
    build.args(["--profile", "dist", "--locked", "-p", "upcard", "--target", &target]);
    build.args(["--config", &config]).env("UPCARD_COMMIT", &release.commit);
    build.env("LIBSQLITE3_FLAGS", UNUSED).env("UPCARD_BUILD_ID", &release.build_id);
    build.env("SOURCE_DATE_EPOCH", &release.date).env_remove("RUSTFLAGS");
    run(build, &[])?;
    let built = target_folder().join(&target).join("dist/upcard");
    let stripped = work.join(format!("upcard-{}", machine.name()));
    tools.part(&built, &stripped)?;
    Ok(stripped)
}

/// SQLite features that no store uses: a quarter of a megabyte.
const UNUSED: &str = "-USQLITE_ENABLE_FTS3 -USQLITE_ENABLE_FTS3_PARENTHESIS -USQLITE_ENABLE_FTS5 \
                      -USQLITE_ENABLE_RTREE";

/// Oldest C library supported by the Python wheel: systems since 2014.
const OLDEST: &str = "manylinux_2_17";

/// Builds the Python wheel: one file for every Python version from 3.11 on.
fn wheel(machine: Machine, release: &Release, tools: &Tools, out: &Path) -> Result<(), TaskError> {
    let target = machine.wheel_target();
    let mut flags = page::remapped_folders();
    flags.extend(machine.level().map(String::from));
    let config = format!("target.{target}.rustflags={flags:?}");
    let mut build = tools.maturin_for(machine);
    build.args(["--release", "--locked", "--compatibility", OLDEST, "--target", &target]);
    build
        .args(["--manifest-path", "crates/python/Cargo.toml", "--config", &config, "--out"])
        .arg(out);
    build.env("SOURCE_DATE_EPOCH", &release.date).env_remove("RUSTFLAGS");
    run(build, &[])
}

/// Files generated by the program itself: completions and manual.
struct Spoken {
    completions: Vec<(&'static str, PathBuf)>,
    manual: PathBuf,
}

/// Completion paths of each shell, below a prefix such as /usr.
const SHELLS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/upcard"),
    ("zsh", "share/zsh/site-functions/_upcard"),
    ("fish", "share/fish/vendor_completions.d/upcard.fish"),
];

impl Spoken {
    fn of(program: &Path, work: &Path) -> Result<Spoken, TaskError> {
        let program = program.display().to_string();
        let manual = work.join("man");
        run(command(&program, &["manual", &manual.display().to_string()]), &[])?;
        let mut completions = Vec::new();
        for (shell, place) in SHELLS {
            let printed = printed(&mut command(&program, &["completions", shell]))?;
            let file = work.join(format!("completions.{shell}"));
            std::fs::write(&file, printed).map_err(|error| TaskError::File(file.clone(), error))?;
            completions.push((place, file));
        }
        Ok(Spoken { completions, manual })
    }
}

/// Files installed along with the program.
fn shared(tree: &Tree, spoken: &Spoken, licences: &str) -> Result<(), TaskError> {
    for (place, file) in &spoken.completions {
        tree.file(file, place)?;
    }
    tree.folder(&spoken.manual, "share/man/man1")?;
    for name in ["LICENSE-APACHE", "LICENSE-MIT", "CHANGELOG.md"] {
        tree.file(&root().join(name), &format!("share/doc/upcard/{name}"))?;
    }
    tree.text(licences, "share/doc/upcard/LICENSES-OF-DEPENDENCIES")?;
    tree.folder(&root().join("deploy"), "share/doc/upcard/examples")
}

/// The published crates as packages.
fn crates(out: &Path) -> Result<(), TaskError> {
    let mut package = cargo(&["package", "--quiet", "--offline", "--allow-dirty", "--no-verify"]);
    for name in tidy::published()? {
        package.args(["-p", &name]);
    }
    run(package, &[])?;
    let made = target_folder().join("package");
    let folder = out.join("crates");
    fresh(&folder)?;
    let version = format!("-{}.crate", env!("CARGO_PKG_VERSION"));
    for file in packed::entries(&made)? {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.ends_with(&version) {
            packed::copy(&file, &folder.join(name))?;
        }
    }
    Ok(())
}

/// Prints all sizes and fails if a limit is exceeded.
fn weigh(programs: &[(Machine, PathBuf)], out: &Path) -> Result<(), TaskError> {
    let size = |path: &Path| std::fs::metadata(path).map_or(0, |data| data.len());
    let mut heavy = Vec::new();
    for (machine, program) in programs {
        println!("{:>12}  the program for {}", size(program), machine.name());
        if size(program) > PROGRAM {
            heavy.push(format!("the program for {} is above {PROGRAM} bytes", machine.name()));
        }
    }
    for file in packed::entries(out)? {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        println!("{:>12}  {name}", size(&file));
        let handed_out = name.ends_with("-linux.tar.gz") || name.ends_with(".whl");
        if handed_out && size(&file) > ARCHIVE {
            heavy.push(format!("{name} is above {ARCHIVE} bytes"));
        }
    }
    if heavy.is_empty() { Ok(()) } else { Err(TaskError::Failed(heavy.join("; "))) }
}
