import { envelopeHeaders, type EventEnvelope, type OutgoingEvent } from '@ridgeline/events';

/** A message as it stands on Kafka: raw bytes and headers. */
export interface KafkaMessage {
  readonly topic: string;
  readonly key: string;
  readonly value: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** The message of an event: its envelope becomes headers. */
export function toKafkaMessage({ topic, key, value, envelope }: OutgoingEvent): KafkaMessage {
  return { topic, key, value, headers: toHeaders(envelope) };
}

function toHeaders({ id, type, time, companyId, traceparent }: EventEnvelope): Record<string, string> {
  return {
    [envelopeHeaders.id]: id,
    [envelopeHeaders.type]: type,
    [envelopeHeaders.time]: time,
    [envelopeHeaders.companyId]: companyId,
    ...(traceparent === undefined ? {} : { [envelopeHeaders.traceparent]: traceparent }),
  };
}
