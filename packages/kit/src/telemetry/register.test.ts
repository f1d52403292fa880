import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { startTelemetry, stopTelemetry } from './register.ts';
import { currentTraceId, currentTraceparent, withOwnSampling, withSpan } from './spans.ts';

/** A collector that keeps the traces' ids of the spans that are sent to it. */
async function collector() {
  const sent: string[] = [];
  const server = createServer((req, res) => {
    void text(req).then((body) => {
      for (const [, traceId = ''] of body.matchAll(/"traceId":"(\w+)"/g)) sent.push(traceId);
      res.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    sent,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

/** What a span of this process passes on, in the trace of a caller if there is one. */
const handedOn = (traceparent?: string) =>
  withSpan(
    'work',
    {},
    () => Promise.resolve({ traceparent: currentTraceparent(), traceId: currentTraceId() }),
    {
      traceparent,
    },
  );

const kept = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

test('Without an address for traces there are none', async () => {
  await startTelemetry('test');
  expect(await handedOn()).toEqual({ traceparent: undefined, traceId: undefined });
});

test('When sampling is off, then only traces that the caller samples are exported, at the latest when the process ends', async () => {
  await using spans = await collector();
  Object.assign(process.env, {
    OTEL_EXPORTER_OTLP_ENDPOINT: spans.url,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0',
  });
  await startTelemetry('test');
  const { traceparent, traceId } = await handedOn();
  expect(traceparent).toMatch(new RegExp(`^00-${String(traceId)}-[0-9a-f]{16}-00$`));
  expect((await handedOn(kept)).traceparent).toMatch(/^00-a{32}-[0-9a-f]{16}-01$/);
  // The trace of an untrusted caller is not sampled, like any other.
  expect(withOwnSampling(kept)).toBe(kept.replace(/01$/, '00'));
  expect(spans.sent).toEqual([]);
  await stopTelemetry();
  expect(spans.sent).toEqual(['a'.repeat(32)]);
});

test('When telemetry has ended, then no trace is made until it starts again', async () => {
  await using first = await collector();
  await using second = await collector();
  process.env['OTEL_TRACES_SAMPLER'] = 'always_on';
  for (const { url, sent } of [first, second]) {
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = url;
    await startTelemetry('test');
    const { traceId } = await handedOn();
    await stopTelemetry();
    expect(await handedOn()).toEqual({ traceparent: undefined, traceId: undefined });
    expect(sent).toEqual([traceId]);
  }
});
