import { companyIdSchema } from '@ridgeline/contracts';
import { currentTraceparent, newId } from '@ridgeline/kit';
import { z } from 'zod';

/** What travels in the headers of every event. */
export interface EventEnvelope {
  /** UUID v7; a consumer records it with its effect, so that the effect happens once. */
  readonly id: string;
  /** The protobuf message's full name. */
  readonly type: string;
  /** ISO 8601 in UTC. */
  readonly time: string;
  readonly companyId: string;
  /** W3C trace context of the publisher, where tracing is on. */
  readonly traceparent?: string;
}

/** The envelope of an event of this company that happens now, in the current trace. */
export function eventEnvelope(companyId: string): Omit<EventEnvelope, 'type'> {
  const traceparent = currentTraceparent();
  return {
    id: newId(),
    time: new Date().toISOString(),
    companyId,
    ...(traceparent ? { traceparent } : {}),
  };
}

/** Names of the Kafka headers that carry the envelope. */
const envelopeHeaders = {
  id: 'event-id',
  type: 'event-type',
  time: 'event-time',
  companyId: 'company-id',
  traceparent: 'traceparent',
} as const satisfies Record<keyof EventEnvelope, string>;

const envelopeSchema = z.object({
  id: z.uuid(),
  type: z.string(),
  time: z.iso.datetime({ offset: true }),
  companyId: companyIdSchema,
});

/** An envelope as the headers of a message. */
export function envelopeToHeaders(envelope: EventEnvelope): Record<string, string> {
  const { id, type, time, companyId, traceparent } = envelope;
  return {
    [envelopeHeaders.id]: id,
    [envelopeHeaders.type]: type,
    [envelopeHeaders.time]: time,
    [envelopeHeaders.companyId]: companyId,
    ...(traceparent === undefined ? {} : { [envelopeHeaders.traceparent]: traceparent }),
  };
}

/** The envelope in the headers of a message; null when they carry none, or an impossible one. */
export function envelopeFromHeaders(headers: Readonly<Record<string, string>>): EventEnvelope | null {
  const read = envelopeSchema.safeParse({
    id: headers[envelopeHeaders.id],
    type: headers[envelopeHeaders.type],
    time: headers[envelopeHeaders.time],
    companyId: headers[envelopeHeaders.companyId],
  });
  if (!read.success) return null;
  const traceparent = headers[envelopeHeaders.traceparent];
  return { ...read.data, ...(traceparent ? { traceparent } : {}) };
}
