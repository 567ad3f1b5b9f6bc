//! Cluster status of a node, for display and metrics.

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, serde::Serialize)]
pub(crate) struct NodeStatus {
    /// Its id in the database.
    pub(crate) node: i64,
    /// Number of other nodes that are alive.
    pub(crate) others: usize,
    /// Number of tables held.
    pub(crate) held: usize,
    /// Local connections to tables elsewhere.
    pub(crate) links_out: usize,
    /// Remote connections to tables held here.
    pub(crate) links_in: usize,
}
