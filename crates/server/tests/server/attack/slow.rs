//! Clients that request much and read nothing.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::SinkExt;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;

use super::{Target, either, long_set_up};
use crate::common::{HELLO, open, pace, upgrade};

/// Connects with the smallest receive buffer possible.
async fn narrow(to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    socket.connect(to).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_does_not_read_is_closed_and_uses_little_memory() {
    let target = Target::with(&["--write-seconds", "1"]);
    let set_up = serde_json::to_string(&long_set_up(0)).unwrap();
    let (table, _) = open(target.address, &set_up).await;
    let host = target.address.to_string();
    let before = target.server.peak_memory();
    let hello = serde_json::to_string(&HELLO).unwrap();
    let number = either(40, 95);
    let mut pace = pace();
    let mut open = Vec::new();
    for _ in 0..number {
        let stream = narrow(target.address).await;
        open.push(upgrade(stream, &host, &table, &[]).await.unwrap().0);
    }
    // Each message is answered with the whole configuration; sent at the rate limit of a connection.
    for round in 0..118 {
        for socket in &mut open {
            // The connection may be closed already.
            let _ = socket.send(Message::text(hello.clone())).await;
        }
        if round >= 58 {
            pace.tick().await;
        }
    }
    target.alone().await;
    let each = target.server.peak_memory().saturating_sub(before) / number as u64;
    println!("{number} that do not read: {} KiB each at the most", each / 1024);
    assert!(each < 640 * 1024, "each held {each} bytes");
    drop(open);
    target.end();
}

/// A client that keeps reading slowly receives the whole file.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_reader_gets_the_whole_file() {
    const SIZE: usize = 448 * 1024;
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("large.txt"), vec![b'x'; SIZE]).unwrap();
    let pages = folder.path().to_str().unwrap();
    let target = Target::with(&["--pages", pages, "--write-seconds", "1"]);
    let mut stream = narrow(target.address).await;
    let ask = b"GET /large.txt HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    stream.write_all(ask).await.unwrap();
    // The kernel reports the socket as writable about every two seconds.
    let mut often = tokio::time::interval(Duration::from_millis(40));
    let (mut read, mut some) = (0, [0; 4096]);
    let mut left = usize::MAX;
    while left > 0 {
        often.tick().await;
        left = stream.read(&mut some).await.expect("it is not cut");
        read += left;
    }
    assert!(read > SIZE, "{read} bytes of {SIZE} and what stands before them");
    target.end();
}
