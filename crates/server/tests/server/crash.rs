//! A server is killed ten times while people play at fifty tables. Every table continues afterwards; no
//! acknowledged action is lost or duplicated.

use rand_chacha::ChaCha12Rng;
use rand_core::SeedableRng;
use upcard_engine::chance::below;
use upcard_store::Sqlite;

use crate::common::{Server, random_seed, started, until};
use crate::people::Crowd;

const TABLES: usize = 50;
const KILLS: u32 = 10;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_acknowledged_action_is_lost_or_doubled() {
    let (place, mut server, address) = started("crash");
    let mut crowd = Crowd::gather(vec![address], TABLES).await;
    // Each kill comes after a random number of acknowledged actions.
    let mut rng = ChaCha12Rng::seed_from_u64(random_seed());
    for _ in 0..KILLS {
        let least = 1 + below(&mut rng, 300);
        until("nobody plays", async || crowd.acknowledged() >= least).await;
        server.kill();
        crowd.fault();
        server = Server::at(address, &place, &[]);
    }
    crowd.goes_on(3).await;
    let seen = crowd.end().await;
    assert!(server.stop(), "a stop without loss");
    let store = Sqlite::open(&place).unwrap();
    let checked = crowd.check(&store, &seen).await;
    println!(
        "{KILLS} kills, {TABLES} tables: {} acknowledged actions checked, {} stored, none lost, \
         none doubled",
        checked.acknowledged, checked.stored
    );
    assert!(checked.acknowledged > 500);
}
