import { setTimeout as after } from "node:timers/promises";
import { type Attributes, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Observation } from "../../kernel/observe.ts";
import type { Traces } from "../../kernel/traces.ts";
import { spanOf } from "./span-of.ts";

export type TraceSettings = {
  /** Where OTLP/HTTP is taken: the whole address, with `/v1/traces`. */
  url: string;
  /** Share of traces that are kept where the caller has not decided, 0..1. */
  ratio: number;
};

/** The last spans have this time to be sent. */
const closeMs = 1000;

const parentPattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/**
 * Sends spans in batches over OTLP/HTTP as JSON. Headers, time-out and compression are those of the standard variables
 * (`OTEL_EXPORTER_OTLP_HEADERS` …), which the exporter reads itself. A collector that is away costs spans, and nothing else.
 */
export function openTraces({ url, ratio }: TraceSettings, version: string): Traces {
  const named = detectResources({ detectors: [envDetector] });
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": "headwater", "service.version": version }))
      .merge(named),
    sampler: new ParentBasedSampler({
      root: ratio === 1 ? new AlwaysOnSampler() : new TraceIdRatioBasedSampler(ratio),
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  const tracer = provider.getTracer("headwater", version);
  const under = (traceparent: string | undefined) => {
    const [, traceId, spanId, flags] = parentPattern.exec(traceparent ?? "") ?? [];
    if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
    const parent = { traceId, spanId, traceFlags: Number.parseInt(flags ?? "0", 16) & 1, isRemote: true };
    return trace.setSpanContext(ROOT_CONTEXT, parent);
  };
  return {
    beginRequest({ operation, method, route, parent }) {
      const attributes: Attributes = {
        "http.request.method": method,
        "http.route": route,
        "headwater.operation": operation,
      };
      const span = tracer.startSpan(
        `${method} ${route}`,
        { kind: SpanKind.SERVER, attributes },
        under(parent),
      );
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`,
        end(status) {
          span.setAttribute("http.response.status_code", status);
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    observe(observation: Observation, { trace: parent, at }) {
      const known = spanOf(observation);
      if (known === null) return;
      const { name, kind, attributes, seconds, isFailed } = known;
      const startTime = at - seconds * 1000;
      const span = tracer.startSpan(name, { kind, attributes, startTime }, under(parent));
      if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(at);
    },
    // A collector that is away fails the last batch, or keeps it waiting: that costs its spans, and never the stop.
    close: () =>
      Promise.race([provider.shutdown().catch(() => {}), after(closeMs, undefined, { ref: false })]),
  };
}
