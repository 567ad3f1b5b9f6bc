//! Requests designed to be expensive: response size and memory are bounded.

use upcard_table::wire::{ClientMessage, SeatPlan, ServerMessage, SetUp, TableError};

use crate::common::{TWO_PEOPLE, error_of, greet, open, request_table, say, started};

/// Maximum length of the response to a rejected request, in bytes.
const ANSWER: usize = 8 * 1024;

/// Maximum growth of peak memory, in bytes. This includes connection buffers and the allocator's reserve;
/// without limits these requests took hundreds of times as much.
const MEMORY: u64 = 16 << 20;

/// A name with an unknown variation, repeated.
fn long_name(bytes: usize) -> String {
    format!("rummy{}", "+x".repeat(bytes / 2))
}

/// Configurations that are rejected, each for a different reason.
fn bodies() -> Vec<String> {
    let set_up = |game: &str, changes: &str, seats: &str| {
        format!(r#"{{"game":"{game}","changes":[{changes}],"seats":[{seats}]}}"#)
    };
    let two = r#""person","person""#;
    let changes = |path: &str, value: &str| vec![format!(r#"["{path}","{value}"]"#); 700].join(",");
    let deep = format!(r#"["melds.ace","{}"]"#, "[".repeat(30_000));
    vec![
        set_up(&long_name(30_000), "", two),
        set_up(&"é".repeat(15_000), "", two),
        set_up("rummy", &changes("no.such.choice", "3"), two),
        set_up("rummy", &changes("melds.ace", "low"), two),
        set_up("rummy", &format!(r#"["{}","3"]"#, "a.".repeat(15_000)), two),
        set_up("rummy", &deep, two),
        set_up("rummy", "", &vec![r#""person""#; 3000].join(",")),
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn request_cost_is_bounded_by_its_size() {
    let (_place, server, address) = started("inputs");
    let (table, cookie) = open(address, TWO_PEOPLE).await;
    let before = server.peak_memory();

    for body in bodies() {
        let (status, _, answer) = request_table(address, "", &body).await;
        assert_eq!(status, 422, "{}: {answer}", &body[..60]);
        assert!(answer.contains("bad-rules"), "{answer}");
        assert!(answer.len() <= ANSWER, "{} bytes for {}", answer.len(), &body[..60]);
    }

    let mut socket = greet(address, &table, Some(&cookie)).await;
    for game in [long_name(15_000), "x".repeat(15_000)] {
        let set_up = SetUp::new(&game, vec![SeatPlan::Person; 2]);
        say(&mut socket, &ClientMessage::SetUp { set_up }).await.unwrap();
        let error = error_of(&mut socket).await;
        assert!(matches!(error, TableError::BadRules { .. }), "{error:?}");
        let answer = serde_json::to_string(&ServerMessage::Error { error }).unwrap();
        assert!(answer.len() <= ANSWER, "{} bytes", answer.len());
    }

    let more = server.peak_memory() - before;
    assert!(more <= MEMORY, "{more} bytes more at the peak");
    assert!(server.stop());
}
