//! Export of traces to a collector.

use std::time::Duration;

use async_trait::async_trait;
use opentelemetry::KeyValue;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_http::hyper::HyperClient;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{
    ExporterBuildError, Protocol, SpanExporter, WithExportConfig, WithHttpConfig,
};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tokio::runtime::Handle;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::{Layer, Registry};

use super::target::TRACES;

/// Timeout of a request to the collector.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Time to send the last spans during shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(1);

pub(crate) struct Traces(SdkTracerProvider);

impl Traces {
    /// Starts exporting to a collector at an origin such as `http://127.0.0.1:4318`. OpenTelemetry's
    /// environment variables apply: service name, headers, sampling, batching.
    pub(crate) fn to(collector: &str, runtime: &Handle) -> Result<Traces, ExporterBuildError> {
        let client = HyperClient::with_default_connector(TIMEOUT, None);
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(OnRuntime { runtime: runtime.clone(), client })
            .with_protocol(Protocol::HttpBinary)
            .with_endpoint(format!("{collector}/v1/traces"))
            .with_timeout(TIMEOUT)
            .build()?;
        let mut resource = Resource::builder()
            .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")));
        if std::env::var_os("OTEL_SERVICE_NAME").is_none() {
            resource = resource.with_service_name("upcard");
        }
        let provider = SdkTracerProvider::builder()
            .with_resource(resource.build())
            .with_batch_exporter(exporter)
            .build();
        Ok(Traces(provider))
    }

    pub(crate) fn layer(&self) -> Box<dyn Layer<Registry> + Send + Sync> {
        tracing_opentelemetry::layer()
            .with_tracer(self.0.tracer("upcard"))
            .with_location(false)
            .with_threads(false)
            .with_target(false)
            .with_tracked_inactivity(false)
            .with_filter(filter_fn(|what| what.is_span() && what.target() == TRACES))
            .boxed()
    }

    /// Sends the remaining spans.
    pub(crate) fn end(self) {
        // Export failures have already been logged.
        let _ = self.0.shutdown_with_timeout(SHUTDOWN_TIMEOUT);
    }
}

/// HTTP client that runs on the server's runtime, as the exporter's thread has none.
#[derive(Debug)]
struct OnRuntime {
    runtime: Handle,
    client: HyperClient,
}

#[async_trait]
impl HttpClient for OnRuntime {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let client = self.client.clone();
        self.runtime.spawn(async move { client.send_bytes(request).await }).await?
    }
}
