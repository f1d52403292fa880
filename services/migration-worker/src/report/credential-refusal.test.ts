import { decodeValue, topics, Vendor as WireVendor, type OutgoingEvent } from '@ridgeline/events';
import { currentTraceparent, withSpan } from '@ridgeline/kit';
import { startTelemetry, stopTelemetry } from '@ridgeline/kit/telemetry';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { publishRefusal } from './credential-refusal.ts';

const settings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
  // Traces have ids, but no span is sent anywhere.
  OTEL_TRACES_SAMPLER: 'always_off',
};
beforeAll(async () => {
  Object.assign(process.env, settings);
  await startTelemetry('test');
});
afterAll(stopTelemetry);

test('When a vendor refuses a credential during a run, then the event is about that connection and stays in the trace of the run', async () => {
  const events: OutgoingEvent[] = [];
  const publisher = {
    publish: (some: readonly OutgoingEvent[]) => Promise.resolve(void events.push(...some)),
  };
  const connection = { connectionId: 3, companyId: 'acme' };
  const traceparent = await withSpan('run', {}, async () => {
    await publishRefusal(publisher, connection, 'HubSpot', new AbortController().signal);
    return currentTraceparent();
  });
  expect(traceparent).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-00$/);
  expect(events).toMatchObject([{ key: '3', envelope: { companyId: 'acme', traceparent } }]);
  const value = decodeValue(topics.connectionRefusal, events[0]?.value ?? new Uint8Array());
  expect(value).toMatchObject({ ...connection, vendor: WireVendor.HUBSPOT });
});
