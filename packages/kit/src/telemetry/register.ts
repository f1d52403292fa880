import { setTimeout as delay } from 'node:timers/promises';
import { context, propagation, trace } from '@opentelemetry/api';

/** What to shut down before the process ends; null where nothing was started. */
let running: { shutdown(): Promise<void> } | null = null;

/**
 * Starts OpenTelemetry when `OTEL_EXPORTER_OTLP_ENDPOINT` is set; the SDK is not even loaded otherwise. The spans
 * themselves are made in kit, kafka, postgres and vendor-http. Which traces are kept is the SDK's own configuration:
 * `OTEL_TRACES_SAMPLER` and `OTEL_TRACES_SAMPLER_ARG`, by default all whose caller's is kept.
 */
export async function startTelemetry(service: string): Promise<void> {
  if (!process.env['OTEL_EXPORTER_OTLP_ENDPOINT']) return;
  const { NodeSDK } = await import('@opentelemetry/sdk-node');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const sdk = new NodeSDK({
    serviceName: service,
    traceExporter: new OTLPTraceExporter(),
    instrumentations: [],
  });
  sdk.start();
  running = sdk;
}

/** How long the end of a process waits for a collector. */
const lastSpansMs = 3_000;

/** Exports the remaining spans, and makes no more. A collector that does not answer delays the stop only briefly. */
export async function stopTelemetry(): Promise<void> {
  const ending = running;
  running = null;
  if (!ending) return;
  await Promise.race([ending.shutdown(), delay(lastSpansMs, undefined, { ref: false })]);
  for (const api of [trace, context, propagation]) api.disable();
}
