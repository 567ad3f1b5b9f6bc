//! PostgreSQL connections: encrypted if requested, or refused; and the few privileges that the store's user
//! needs.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use upcard_store::{Claim, Postgres, Store};

use crate::common::texts;
use crate::server::{Database, Server};

/// Returns the path of a test certificate for `localhost`, or of its key.
fn golden(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/tests/tls");
    folder.join(name).display().to_string()
}

/// Writes a file into the server's data folder, as the server's user.
fn write(database: &Database, file: &str, text: &str) {
    database.sql(&format!(
        "COPY (SELECT unnest(string_to_array($text${text}$text$, chr(10))))
         TO PROGRAM 'umask 077; cat > {file}'"
    ));
}

/// Returns the error of a store that cannot be opened.
async fn refused(address: &str) -> String {
    Postgres::open(address).await.map(|_| ()).unwrap_err().to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL"]
async fn connections_are_encrypted_and_the_server_is_authenticated() {
    let [.., high, low] = std::process::id().to_be_bytes();
    let host: &'static str = format!("127.{high}.{low}.1").leak();
    let server = Arc::new(Server::with(vec!["-h", host].leak()));
    let database = server.database("encrypted").await;
    let name = database.address().rsplit('/').next().unwrap().to_owned();
    let root = golden("first-cert.pem").replace(' ', "%20");
    let at = |name_of_host: &str, more: &str| {
        format!("postgres://upcard:secret-word@{name_of_host}/{name}?hostaddr={host}{more}")
    };
    let trusting = format!("&sslmode=require&sslrootcert={root}");
    write(&database, "pg_hba.conf", "local all all trust\nhostssl all all 127.0.0.0/8 trust");
    database.sql("SELECT pg_reload_conf()");

    // A server without TLS does not get the password.
    let error = refused(&at("localhost", &trusting)).await;
    assert!(error.contains("server does not support TLS"), "{error}");

    for (file, name) in [("server.crt", "first-cert.pem"), ("server.key", "first-key.pem")] {
        write(&database, file, &std::fs::read_to_string(golden(name)).unwrap());
    }
    database.sql("ALTER SYSTEM SET ssl = on");
    database.sql("SELECT pg_reload_conf()");
    let store = loop {
        match Postgres::open(&at("localhost", &trusting)).await {
            Ok(store) => break store,
            // The server has not reloaded its settings yet.
            Err(error) if error.to_string().contains("does not support TLS") => {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            Err(error) => panic!("{error}"),
        }
    };
    store.append("one", 0, texts(0..3)).await.unwrap();
    assert_eq!(store.entries("one").await, Ok(texts(0..3)));
    database.sql(
        "DO $$ BEGIN
            IF NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE application_name = 'upcard') OR
               EXISTS (SELECT 1 FROM pg_stat_activity JOIN pg_stat_ssl USING (pid)
                       WHERE application_name = 'upcard' AND NOT ssl) THEN
                RAISE EXCEPTION 'a connection of the store is not encrypted';
            END IF;
         END $$",
    );

    for (address, why) in [
        // This server accepts only encrypted connections.
        (at("localhost", ""), "no encryption"),
        // Trusted neither by the system nor by another root file, and issued for another host.
        (at("localhost", "&sslmode=require"), "certificate"),
        (
            at("localhost", &trusting.replace("first-cert", "second-cert")),
            "invalid peer certificate: UnknownIssuer",
        ),
        (at("db.example", &trusting), "certificate not valid for name \"db.example\""),
    ] {
        let error = refused(&address).await;
        assert!(error.contains(why) && !error.contains("secret-word"), "{address}: {error}");
    }
}

/// The store needs a database of its own, and no further privileges.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL"]
async fn a_user_without_further_rights_is_enough() {
    let database = Server::shared().database("modest").await;
    database.sql("CREATE ROLE modest LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE");
    database.sql("ALTER DATABASE modest OWNER TO modest");
    let address = database.address().replace("//upcard@", "//modest@");
    let store = Postgres::open(&address).await.unwrap();
    store.append("one", 0, texts(0..3)).await.unwrap();
    assert_eq!(store.entries("one").await, Ok(texts(0..3)));
    let leases = store.leases();
    let node = leases.join("here", Duration::from_secs(2)).await.unwrap();
    assert_eq!(leases.claim("one", node).await, Ok(Claim::Granted(1)));
}
