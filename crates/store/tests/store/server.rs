//! PostgreSQL server for tests: in a temporary folder, with a Unix socket in it.

use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use tempfile::TempDir;
use upcard_store::Postgres;

/// User that runs the server if the tests run as root, which PostgreSQL refuses: the one of Debian's package,
/// otherwise an unprivileged one.
const USERS: [&str; 2] = ["postgres", "nobody"];

/// Shadows the system's `clock_timestamp`, so that a test can set the database's clock.
pub(crate) const CLOCK: &str = "
CREATE TABLE clock (ahead interval);
INSERT INTO clock VALUES ('0');
CREATE FUNCTION clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
    'SELECT pg_catalog.clock_timestamp() + (SELECT ahead FROM public.clock)';
DO $$ BEGIN
    EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database());
END $$";

/// A server; stopped when its last user is dropped.
pub(crate) struct Server {
    child: Mutex<Option<Child>>,
    programs: PathBuf,
    folder: TempDir,
    user: Option<(u32, u32)>,
    flags: &'static [&'static str],
}

pub(crate) struct Database {
    pub(crate) server: Arc<Server>,
    name: String,
}

/// Returns the programs of the newest version installed.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let versions = versions.filter_map(|version| {
        let folder = version.ok()?.path();
        let number: u32 = folder.file_name()?.to_str()?.parse().ok()?;
        let programs = folder.join("bin");
        programs.join("initdb").exists().then_some((number, programs))
    });
    versions.max().map(|(_, programs)| programs)
}

fn id(arguments: &[&str]) -> Option<u32> {
    let output = Command::new("id").args(arguments).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

impl Server {
    /// Returns the server that tests share.
    pub(crate) fn shared() -> Arc<Server> {
        static SHARED: Mutex<Weak<Server>> = Mutex::new(Weak::new());
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(server) = shared.upgrade() {
            return server;
        }
        let server = Arc::new(Server::start());
        *shared = Arc::downgrade(&server);
        server
    }

    /// Starts a separate server.
    pub(crate) fn start() -> Server {
        Server::with(&[])
    }

    /// Starts a separate server with further flags.
    pub(crate) fn with(flags: &'static [&'static str]) -> Server {
        let programs = programs().expect("PostgreSQL is not installed");
        let folder = tempfile::Builder::new().prefix("upcard-postgres-").tempdir().unwrap();
        std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o755)).unwrap();
        let user = (id(&["-u"]) == Some(0)).then(|| {
            let known =
                USERS.iter().find_map(|user| Some((id(&["-u", user])?, id(&["-g", user])?)));
            known.expect("a user who is not root")
        });
        if let Some((user, group)) = user {
            chown(&folder, Some(user), Some(group)).unwrap();
        }
        let server = Server { child: Mutex::new(None), programs, folder, user, flags };
        let made = server
            .command("initdb")
            .args([
                "--auth=trust",
                "--username=upcard",
                "--encoding=UTF8",
                "--no-locale",
                "--no-sync",
                "-D",
            ])
            .arg(server.folder.path().join("data"))
            .stdout(Stdio::null())
            .status();
        assert!(made.unwrap().success(), "initdb");
        server.start_again();
        server
    }

    pub(crate) async fn database(self: &Arc<Server>, name: &str) -> Database {
        let name = name.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_");
        self.sql("postgres", &format!("CREATE DATABASE {name}"));
        Database { server: self.clone(), name }
    }

    /// Runs SQL in a database.
    fn sql(&self, database: &str, sql: &str) {
        let done = Command::new(self.programs.join("psql"))
            .args(["-q", "-v", "ON_ERROR_STOP=1", "-U", "upcard", "-d", database, "-c", sql, "-h"])
            .arg(self.folder.path())
            .status();
        assert!(done.unwrap().success(), "{sql}");
    }

    /// Kills the server as in a crash: unconfirmed writes may be lost.
    pub(crate) fn crash(&self) {
        let child = self.child.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(mut child) = child else { return };
        // The signal of `pg_ctl stop -m immediate`.
        let sent = Command::new("kill").args(["-QUIT", &child.id().to_string()]).status();
        assert!(sent.unwrap().success());
        child.wait().unwrap();
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        // The user may not have access to the current folder.
        command.current_dir("/");
        if let Some((user, group)) = self.user {
            command.uid(user).gid(group);
        }
        command
    }

    /// Starts the server, and waits until it responds.
    pub(crate) fn start_again(&self) {
        let folder = self.folder.path();
        let log = std::fs::File::create(folder.join("log")).unwrap();
        let child = self
            .command("postgres")
            .arg("-D")
            .arg(folder.join("data"))
            .arg("-k")
            .arg(folder)
            .args(["-h", "", "-c", "max_connections=200", "-c", "recovery_init_sync_method=syncfs"])
            .args(self.flags)
            .stdout(log.try_clone().unwrap())
            .stderr(log)
            .spawn();
        *self.child.lock().unwrap() = Some(child.unwrap());
        let began = Instant::now();
        loop {
            let asked = Command::new(self.programs.join("pg_isready"))
                .args(["-q", "-d", "postgres", "-U", "upcard", "-h"])
                .arg(folder)
                .status();
            if asked.unwrap().success() {
                return;
            }
            assert!(began.elapsed() < Duration::from_secs(60), "PostgreSQL does not start");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.crash();
    }
}

impl Database {
    pub(crate) fn address(&self) -> String {
        let folder = self.server.folder.path().display().to_string().replace('/', "%2F");
        format!("postgres://upcard@{folder}/{}", self.name)
    }

    pub(crate) async fn open(&self) -> Postgres {
        Postgres::open(&self.address()).await.unwrap()
    }

    /// Modifies the database behind the store's back.
    pub(crate) fn sql(&self, sql: &str) {
        self.server.sql(&self.name, sql);
    }
}
