import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";

/** Without a tracer provider, every call only runs its work. */
const tracer = trace.getTracer("vestibule");

export type SpanRole = "server" | "client" | "producer" | "internal";

const kinds: Record<SpanRole, SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  internal: SpanKind.INTERNAL,
};

export interface SpanOptions {
  /** Name with few possible values; contains ids, results and patterns only, never personal data. */
  name: string;
  role?: SpanRole;
  attributes?: Attributes;
  /** Replaces the active span as parent. */
  parent?: Context;
  /** `traceparent` of a request that caused this work earlier. */
  causedBy?: string | null;
}

/** Records only the kind of an error, because its message may contain personal data. */
export function inSpan<Result>(
  { name, role = "internal", attributes, parent = context.active(), causedBy }: SpanOptions,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const cause = causedBy ? trace.getSpanContext(readTraceContext({ traceparent: causedBy })) : undefined;
  const options = { kind: kinds[role], attributes, links: cause === undefined ? [] : [{ context: cause }] };
  return tracer.startActiveSpan(name, options, parent, async (span) => {
    try {
      return await work(span);
    } catch (fault) {
      span.setAttribute("error.type", fault instanceof Error ? fault.name : "unknown");
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw fault;
    } finally {
      span.end();
    }
  });
}

/** Whether the running work belongs to a recorded trace. */
export function isTraced(): boolean {
  return trace.getActiveSpan()?.isRecording() === true;
}

/** Ids of the active span for a log line; undefined outside a trace. */
export function activeTraceIds(): { trace_id: string; span_id: string } | undefined {
  const span = trace.getActiveSpan()?.spanContext();
  return span && { trace_id: span.traceId, span_id: span.spanId };
}

/** Reads the trace context of a request from its W3C headers; a new trace when they are absent or malformed. */
export function readTraceContext(headers: {
  traceparent?: string | undefined;
  tracestate?: string | undefined;
}): Context {
  return propagation.extract(ROOT_CONTEXT, headers);
}

/** W3C headers that continue the active trace in another system; none outside a trace. */
export function traceHeaders(): { traceparent?: string; tracestate?: string } {
  const headers = {};
  propagation.inject(context.active(), headers);
  return headers;
}
