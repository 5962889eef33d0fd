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

/** The exporter reads OTEL_EXPORTER_OTLP_ENDPOINT and its other OTEL_ variables. */
export function startTracing(options: { version: string; sampleRatio: number; log: Log }) {
  const warn = oncePerMinute();
  const onFault = () => warn((count) => options.log.warn("traces.fault", { count }));
  // The messages of the library are not logged, since they quote the response of the collector.
  diag.setLogger(
    { error: onFault, warn: onFault, info: () => {}, debug: () => {}, verbose: () => {} },
    DiagLogLevel.WARN,
  );
  return traceWith(new BatchSpanProcessor({ exporter: new OTLPTraceExporter() }), options);
}

/** Registers a provider for the whole process. */
export function traceWith(
  spanProcessor: SpanProcessor,
  { version, sampleRatio }: { version: string; sampleRatio: number },
) {
  const service = resourceFromAttributes({ "service.name": "vestibule", "service.version": version });
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(service)
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampleRatio) }),
    spanProcessors: [spanProcessor],
  });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  return {
    /** Sends the remaining spans and ends tracing. */
    stop: async () => {
      await provider.shutdown();
      for (const api of [trace, context, propagation, diag]) api.disable();
    },
  };
}
