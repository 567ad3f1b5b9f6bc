//! What stands in the place of traces where the program was built without them: it says so.

use std::convert::Infallible;

use tokio::runtime::Handle;
use tracing_subscriber::{Layer, Registry};

/// The way to a collector: there is none.
pub(crate) struct Traces(Infallible);

impl Traces {
    pub(crate) fn to(_: &str, _: &Handle) -> Result<Traces, &'static str> {
        Err("this program was built without traces")
    }

    pub(crate) fn layer(&self) -> Box<dyn Layer<Registry> + Send + Sync> {
        match self.0 {}
    }

    pub(crate) fn end(self) {
        match self.0 {}
    }
}
