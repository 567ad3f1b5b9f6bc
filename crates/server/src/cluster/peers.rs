//! Other nodes: relayed connections in both directions, and liveness.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use crate::cluster::wire::{Address, Answer, ClusterKey, Message, Opener, Question, Sealer};
use crate::connections::encoding::ClientSender;

/// Interval between heartbeats.
pub(crate) const HEARTBEAT: Duration = Duration::from_millis(250);

/// Peer timeout: a node from which nothing was received for this long is considered lost.
pub(crate) const PEER_TIMEOUT: Duration = Duration::from_millis(1500);

const REQUEST_TIMEOUT: Duration = Duration::from_secs(3);

/// Capacity of the queue of messages from a remote connection to its table.
pub(crate) const INCOMING_CAPACITY: usize = 256;

#[cfg_attr(not(feature = "nodes"), expect(dead_code, reason = "used by NATS"))]
#[derive(Debug)]
pub(crate) struct SealedMessage {
    pub(crate) to: Address,
    pub(crate) bytes: Vec<u8>,
}

/// A local connection to a table held by another node.
pub(crate) struct FrontedLink {
    pub(crate) sender: ClientSender,
    /// Set when the node answers that it does not hold the table.
    pub(crate) elsewhere: Arc<AtomicBool>,
}

/// A message from a remote connection to a local table.
#[derive(Debug)]
pub(crate) struct FromClient {
    pub(crate) cost: u32,
    pub(crate) message: upcard_table::wire::ClientMessage,
}

pub(crate) struct Peer {
    pub(crate) address: Address,
    outgoing: mpsc::Sender<SealedMessage>,
    sealer: Mutex<Sealer>,
    opener: Mutex<Opener>,
    last_heard: Mutex<Option<Instant>>,
    links: Mutex<Links>,
    next_request: AtomicU64,
}

/// Relayed connections between this node and another one.
#[derive(Default)]
struct Links {
    /// Local connections to tables there, by their local numbers.
    fronted: HashMap<u64, FrontedLink>,
    /// Remote connections to tables here, by their numbers there.
    hosted: HashMap<u64, mpsc::Sender<FromClient>>,
    pending_requests: HashMap<u64, oneshot::Sender<Answer>>,
}

impl Peer {
    /// Sends a message without confirmation; sequence numbers reveal losses.
    pub(crate) fn send(&self, message: &Message) {
        let mut sealer = self.sealer.lock();
        let sealed = SealedMessage { to: self.address, bytes: sealer.seal(message) };
        // Dropped if the queue is full or closed.
        let _ = self.outgoing.try_send(sealed);
    }

    /// Returns `true` if a message was received recently.
    pub(crate) fn is_alive(&self) -> bool {
        self.last_heard.lock().is_some_and(|at| at.elapsed() < PEER_TIMEOUT)
    }

    /// Opens a message from this node; if earlier ones were lost, closes all relayed connections.
    fn open(&self, sealed: &[u8]) -> Option<Message> {
        let (message, lost) = self.opener.lock().open(sealed).ok()?;
        *self.last_heard.lock() = Some(Instant::now());
        if lost {
            tracing::info!("lost messages from another node: closing its connections");
            self.disconnect_all();
            self.send(&Message::Reset);
        }
        Some(message)
    }

    /// Closes all relayed connections and returns `true` if there were any; clients reconnect and resume.
    pub(crate) fn disconnect_all(&self) -> bool {
        let links = std::mem::take(&mut *self.links.lock());
        !(links.fronted.is_empty() && links.hosted.is_empty() && links.pending_requests.is_empty())
    }

    pub(crate) fn register_fronted(&self, link: u64, fronted: FrontedLink) {
        self.links.lock().fronted.insert(link, fronted);
    }

    pub(crate) fn is_fronted(&self, link: u64) -> bool {
        self.links.lock().fronted.contains_key(&link)
    }

    /// Removes a local connection that has ended, or that the table has closed.
    pub(crate) fn remove_fronted(&self, link: u64) -> Option<FrontedLink> {
        self.links.lock().fronted.remove(&link)
    }

    pub(crate) fn sender_of(&self, link: u64) -> Option<ClientSender> {
        self.links.lock().fronted.get(&link).map(|fronted| fronted.sender.clone())
    }

    /// Registers a remote connection to a table here; returns its messages.
    pub(crate) fn register_hosted(&self, link: u64) -> mpsc::Receiver<FromClient> {
        let (incoming, queue) = mpsc::channel(INCOMING_CAPACITY);
        self.links.lock().hosted.insert(link, incoming);
        queue
    }

    /// Delivers a message of a remote connection; returns `false` and removes the connection if it is unknown
    /// or its queue is full.
    pub(crate) fn deliver(&self, link: u64, message: FromClient) -> bool {
        let mut links = self.links.lock();
        let taken = links.hosted.get(&link).is_some_and(|sender| sender.try_send(message).is_ok());
        if !taken {
            links.hosted.remove(&link);
        }
        taken
    }

    /// Removes a remote connection that has ended, or was closed here.
    pub(crate) fn remove_hosted(&self, link: u64) {
        self.links.lock().hosted.remove(&link);
    }

    /// Returns the numbers of outgoing and incoming relayed connections.
    pub(crate) fn links(&self) -> (usize, usize) {
        let links = self.links.lock();
        (links.fronted.len(), links.hosted.len())
    }

    /// Sends a request about a table to the node. A timeout counts as [`Answer::Elsewhere`].
    pub(crate) async fn request(&self, table: String, question: Question) -> Answer {
        let number = self.next_request.fetch_add(1, Ordering::Relaxed);
        let (pending_requests, answer) = oneshot::channel();
        self.links.lock().pending_requests.insert(number, pending_requests);
        self.send(&Message::Ask { number, table, question });
        let answer = tokio::time::timeout(REQUEST_TIMEOUT, answer).await;
        self.links.lock().pending_requests.remove(&number);
        answer.ok().and_then(Result::ok).unwrap_or(Answer::Elsewhere)
    }

    pub(crate) fn complete_request(&self, number: u64, answer: Answer) {
        let pending_requests = self.links.lock().pending_requests.remove(&number);
        // The caller may have given up.
        let _ = pending_requests.map(|pending_requests| pending_requests.send(answer));
    }
}

pub(crate) struct Peers {
    secret: ClusterKey,
    own: Address,
    outgoing: mpsc::Sender<SealedMessage>,
    known: Mutex<HashMap<Address, Arc<Peer>>>,
}

impl Peers {
    pub(crate) fn new(
        secret: ClusterKey,
        own: Address,
        outgoing: mpsc::Sender<SealedMessage>,
    ) -> Peers {
        Peers { secret, own, outgoing, known: Mutex::default() }
    }

    fn new_peer(&self, address: Address) -> Arc<Peer> {
        Arc::new(Peer {
            address,
            outgoing: self.outgoing.clone(),
            sealer: Mutex::new(Sealer::new(&self.secret, self.own, address)),
            opener: Mutex::new(Opener::new(&self.secret, address, self.own)),
            last_heard: Mutex::default(),
            links: Mutex::default(),
            next_request: AtomicU64::new(0),
        })
    }

    pub(crate) fn at(&self, address: Address) -> Arc<Peer> {
        self.known.lock().entry(address).or_insert_with(|| self.new_peer(address)).clone()
    }

    /// Opens a message from the node at this address; `None` if it is not authentic.
    ///
    /// Departed nodes are remembered with their sequence numbers, so that their messages cannot be replayed;
    /// unauthenticated senders are not remembered.
    pub(crate) fn open(&self, from: Address, sealed: &[u8]) -> Option<(Arc<Peer>, Message)> {
        let mut known = self.known.lock();
        let peer = known.get(&from).cloned().unwrap_or_else(|| self.new_peer(from));
        let message = peer.open(sealed)?;
        known.entry(from).or_insert_with(|| peer.clone());
        Some((peer, message))
    }

    pub(crate) fn all(&self) -> Vec<Arc<Peer>> {
        self.known.lock().values().cloned().collect()
    }

    /// Returns the total numbers of outgoing and incoming relayed connections.
    pub(crate) fn links(&self) -> (usize, usize) {
        let all = self.all();
        all.iter().map(|peer| peer.links()).fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    }
}

#[cfg(test)]
mod tests {
    use upcard_table::Hex;

    use super::*;
    use crate::connections::encoding::Encoding;

    const ANN: Address = Hex([1; 16]);
    const BO: Address = Hex([2; 16]);

    /// Two nodes that know each other, with their outgoing queues.
    fn two() -> [(Peers, mpsc::Receiver<SealedMessage>); 2] {
        [ANN, BO].map(|own| {
            let (outgoing, queue) = mpsc::channel(8);
            (Peers::new([7; 32], own, outgoing), queue)
        })
    }

    /// Opens a message from Ann.
    fn message_of(peers: &Peers, sealed: &SealedMessage) -> Option<Message> {
        peers.open(ANN, &sealed.bytes).map(|(_, message)| message)
    }

    #[tokio::test]
    async fn lost_messages_between_nodes_close_their_connections() {
        let [(ann, mut from_ann), (bo, mut from_bo)] = two();
        let bos = ann.at(BO);
        bos.send(&Message::Heartbeat);
        let sealed = from_ann.try_recv().unwrap();
        assert_eq!(sealed.to, BO);
        assert_eq!(message_of(&bo, &sealed), Some(Message::Heartbeat));
        let anns = bo.at(ANN);
        assert!(anns.is_alive() && !bos.is_alive(), "a message came from only one of them");
        // A connection between them.
        let (sender, mut batches, _) = ClientSender::new(Encoding::Json, None);
        bos.register_fronted(4, FrontedLink { sender, elsewhere: Arc::default() });
        let mut incoming = anns.register_hosted(4);
        assert_eq!((ann.links(), bo.links()), ((1, 0), (0, 1)));
        // One message is lost, which the next one reveals.
        bos.send(&Message::Disconnected { link: 9 });
        from_ann.try_recv().unwrap();
        bos.send(&Message::Heartbeat);
        let sealed = from_ann.try_recv().unwrap();
        assert_eq!(message_of(&bo, &sealed), Some(Message::Heartbeat));
        assert_eq!(bo.links(), (0, 0));
        assert!(incoming.recv().await.is_none());
        let reset = from_bo.try_recv().unwrap();
        assert_eq!(ann.open(BO, &reset.bytes).map(|(_, message)| message), Some(Message::Reset));
        assert!(bos.disconnect_all(), "a reset cuts as well");
        assert!(batches.recv().await.is_none());
        // A message that is not authentic is ignored, and its sender not remembered.
        assert!(bo.open(Hex([3; 16]), &sealed.bytes).is_none());
        assert_eq!(bo.all().len(), 1);
    }

    #[tokio::test]
    async fn a_remote_connection_whose_queue_overflows_is_dropped() {
        let [(ann, _), _] = two();
        let bos = ann.at(BO);
        let _incoming = bos.register_hosted(1);
        let deliver = || {
            bos.deliver(1, FromClient { cost: 0, message: upcard_table::wire::ClientMessage::Ping })
        };
        assert_eq!((0..2 * INCOMING_CAPACITY).take_while(|_| deliver()).count(), INCOMING_CAPACITY);
        assert_eq!(ann.links(), (0, 0));
    }
}
