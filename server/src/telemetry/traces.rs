//! Traces for an OpenTelemetry collector, when the operator names one. Spans are made by [`span!`] alone, from fixed words and
//! numbers: they hold no name, no address, no id of a person and nothing that is sealed.

use std::fmt;
use std::time::Duration;

use http_body_util::{BodyExt as _, Full, Limited};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use opentelemetry::Context;
use opentelemetry::trace::{
    SpanContext, SpanId, TraceContextExt as _, TraceFlags, TraceId, TraceState, TracerProvider as _,
};
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{SpanExporter, WithHttpConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{SdkTracerProvider, Tracer};
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;
use tokio::time::timeout;
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

/// What our spans are known by: spans of libraries never leave the process.
pub(crate) const TARGET: &str = "bagarre_trace";
/// Where a collector listens, by the standard variables.
const ENDPOINTS: [&str; 2] = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"];
/// How long the collector may take for one message.
const EXPORT_TIMEOUT: Duration = Duration::from_secs(10);
/// How long it may take for the last one.
const LAST_EXPORT_TIMEOUT: Duration = Duration::from_secs(1);
/// The longest answer of a collector that is read, in bytes.
const MAX_ANSWER_BYTES: usize = 64 * 1024;

/// A span of a trace: a name, and fields that are numbers or fixed words.
macro_rules! span {
    ($($field:tt)*) => {
        tracing::info_span!(target: $crate::telemetry::traces::TARGET, $($field)*)
    };
}
pub(crate) use span;

/// Where a span stands in its trace, as other servers are told (W3C Trace Context).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TracePoint {
    trace: [u8; 16],
    span: [u8; 8],
    flags: u8,
}

impl TracePoint {
    /// Returns where a span stands; `None` where no traces are made.
    pub(crate) fn of(span: &Span) -> Option<Self> {
        let context = span.context();
        let span = context.span();
        let at = span.span_context();
        let flags = at.trace_flags().to_u8();
        at.is_valid().then(|| Self { trace: at.trace_id().to_bytes(), span: at.span_id().to_bytes(), flags })
    }

    /// Makes a span a part of the trace, below this point.
    pub(crate) fn adopt(self, span: &Span) {
        let Self { trace, span: parent, flags } = self;
        let (trace, parent) = (TraceId::from_bytes(trace), SpanId::from_bytes(parent));
        let at = SpanContext::new(trace, parent, TraceFlags::new(flags), true, TraceState::NONE);
        // Fails where no traces are made here.
        let _ = span.set_parent(Context::new().with_remote_span_context(at));
    }
}

/// What sends traces, until it is closed.
pub struct Traces(SdkTracerProvider);

impl fmt::Debug for Traces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Traces")
    }
}

impl Traces {
    /// Traces to the collector that the environment names, if it names one. Called inside a runtime.
    pub(super) fn start() -> Result<Option<Self>, Box<dyn std::error::Error + Send + Sync>> {
        let set = |name: &&str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let off = set(&"OTEL_SDK_DISABLED").is_some_and(|value| value.eq_ignore_ascii_case("true"));
        let Some(endpoint) = ENDPOINTS.iter().find_map(set).filter(|_| !off) else { return Ok(None) };
        if !endpoint.starts_with("http://") {
            return Err(format!(
                "{}: traces go over plain http:// to a collector beside the server",
                ENDPOINTS[1]
            )
            .into());
        }
        let client =
            Http { client: Client::builder(TokioExecutor::new()).build_http(), runtime: Handle::current() };
        let exporter = SpanExporter::builder().with_http().with_http_client(client).build()?;
        let mut resource = Resource::builder();
        if set(&"OTEL_SERVICE_NAME").is_none() {
            resource = resource.with_service_name("bagarre");
        }
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            .with_resource(resource.build())
            .build();
        Ok(Some(Self(provider)))
    }

    pub(super) fn tracer(&self) -> Tracer {
        self.0.tracer("bagarre")
    }

    /// Sends what has gathered, within a second.
    pub async fn close(self) {
        let done =
            tokio::task::spawn_blocking(move || self.0.shutdown_with_timeout(LAST_EXPORT_TIMEOUT)).await;
        if !matches!(done, Ok(Ok(()))) {
            tracing::warn!("the last traces were not sent");
        }
    }
}

/// The way to the collector. Its caller is a thread without a runtime.
#[derive(Clone)]
struct Http {
    client: Client<HttpConnector, Full<Bytes>>,
    runtime: Handle,
}

impl fmt::Debug for Http {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Http")
    }
}

#[async_trait::async_trait]
impl HttpClient for Http {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let client = self.client.clone();
        let sent = async move {
            let (head, body) = client.request(request.map(Full::new)).await?.into_parts();
            let body = Limited::new(body, MAX_ANSWER_BYTES).collect().await?.to_bytes();
            Ok::<_, HttpError>(Response::from_parts(head, body))
        };
        // Its clock is the runtime's, which the caller does not have.
        self.runtime.spawn(async move { timeout(EXPORT_TIMEOUT, sent).await }).await??
    }
}

#[cfg(test)]
mod tests {
    use tracing_subscriber::layer::SubscriberExt as _;

    use super::*;

    #[test]
    fn a_trace_goes_on_at_another_server() {
        assert_eq!(TracePoint::of(&span!("relay")), None, "nothing is told where no traces are made");
        let [here, there] = [(), ()].map(|()| {
            let provider = SdkTracerProvider::builder().build();
            let layer = tracing_opentelemetry::layer().with_tracer(provider.tracer("bagarre"));
            tracing_subscriber::registry().with(layer)
        });
        let (point, told) = tracing::subscriber::with_default(here, || {
            let point = TracePoint::of(&span!("relay")).expect("it is traced");
            let told = postcard::to_allocvec(&Some(point)).expect("it can be written");
            (
                point,
                postcard::from_bytes::<Option<TracePoint>>(&told).expect("and read").expect("it is there"),
            )
        });
        assert_eq!(told, point);
        tracing::subscriber::with_default(there, || {
            let span = span!("command");
            told.adopt(&span);
            let below = TracePoint::of(&span).expect("it is traced");
            assert_eq!(below.trace, point.trace);
            assert_ne!(below.span, point.span);
        });
    }
}
