//! How a node is among the others, as it is shown and measured.

/// How a node is among the others.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, serde::Serialize)]
pub(crate) struct NodeStatus {
    /// Its number in the database.
    pub(crate) node: i64,
    /// Other nodes that are alive.
    pub(crate) others: usize,
    /// Tables that are here.
    pub(crate) held: usize,
    /// Connections that end here, to tables elsewhere.
    pub(crate) links_out: usize,
    /// Connections that end elsewhere, to tables here.
    pub(crate) links_in: usize,
}
