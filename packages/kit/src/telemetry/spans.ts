import {
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
} from '@opentelemetry/api';

/** The tracer of the current telemetry, which may have been stopped and started again. */
const tracer = () => trace.getTracer('ridgeline');

/** What a span is about; the parent defaults to the span in force. */
export interface SpanOptions {
  readonly kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  /** A W3C traceparent that arrived from outside. */
  readonly traceparent?: string | undefined;
}

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/** Runs the work in a span. Without a telemetry provider this costs next to nothing. */
export async function withSpan<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
  { kind = 'internal', traceparent }: SpanOptions = {},
): Promise<T> {
  const parent = traceparent ? propagation.extract(context.active(), { traceparent }) : context.active();
  return tracer().startActiveSpan(name, { attributes, kind: kinds[kind] }, parent, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Adds attributes to the active span that became known only during its work. */
export function describeSpan(name: string, attributes: Attributes): void {
  trace.getActiveSpan()?.updateName(name).setAttributes(attributes);
}

/** The id of the trace in force, by which log lines are found; undefined without one. */
export function currentTraceId(): string | undefined {
  return trace.getActiveSpan()?.spanContext().traceId;
}

/** The W3C traceparent of the active span, to pass on; undefined without one. */
export function currentTraceparent(): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/**
 * A W3C traceparent with the sampled flag that this process would choose for a trace of its own. For callers that may name
 * a trace but not decide that it is kept: the sampler is asked about a trace whose id the caller did not choose, through a
 * span that never ends and so is never sent.
 */
export function withOwnSampling(traceparent: string): string {
  const { traceFlags } = tracer().startSpan('sampling', { root: true }).spanContext();
  return `${traceparent.slice(0, -2)}${(traceFlags & TraceFlags.SAMPLED).toString().padStart(2, '0')}`;
}
