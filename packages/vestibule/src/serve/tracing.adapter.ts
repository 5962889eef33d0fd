import { context, DiagLogLevel, diag, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Log } from "@vestibule/api/platform/log.port.ts";
import { oncePerMinute } from "./forwarded-request.route.ts";

export interface Tracing {
  /** Sends the remaining spans, and ends tracing. */
  stop(): Promise<void>;
}

/** Sends spans to the collector of OTEL_EXPORTER_OTLP_ENDPOINT, which the exporter reads with its other OTEL_ variables. */
export function startTracing(order: { version: string; sampleRatio: number; log: Log }): Tracing {
  const warn = oncePerMinute();
  const onFault = () => warn((count) => order.log.warn("traces.fault", { count }));
  // The library's own messages quote what a collector answered.
  diag.setLogger(
    { error: onFault, warn: onFault, info: () => {}, debug: () => {}, verbose: () => {} },
    DiagLogLevel.WARN,
  );
  return traceWith(new BatchSpanProcessor({ exporter: new OTLPTraceExporter() }), order);
}

/** Registers a provider for the process, as the API of OpenTelemetry does. */
export function traceWith(
  spanProcessor: SpanProcessor,
  { version, sampleRatio }: { version: string; sampleRatio: number },
): Tracing {
  const own = resourceFromAttributes({ "service.name": "vestibule", "service.version": version });
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampleRatio) }),
    spanProcessors: [spanProcessor],
  });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  return {
    stop: async () => {
      await provider.shutdown();
      for (const api of [trace, context, propagation, diag]) api.disable();
    },
  };
}
