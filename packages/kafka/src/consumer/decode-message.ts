import type { DescMessage, MessageShape } from '@bufbuild/protobuf';
import { companyIdSchema } from '@ridgeline/contracts';
import {
  decodeValue,
  envelopeHeaders,
  type EventEnvelope,
  type ReceivedEvent,
  type Subject,
  type Topic,
} from '@ridgeline/events';
import { z } from 'zod';
import type { ReceivedMessage } from '../messages.ts';
import type { RefusalKind } from './subscribe-options.ts';

/** The event in a message, or why there is none. */
export type Decoded<Schema extends DescMessage> =
  | { readonly ok: true; readonly event: ReceivedEvent<Schema> }
  | { readonly ok: false; readonly reason: string; readonly kind: RefusalKind };

const envelopeSchema = z.object({
  id: z.uuid(),
  type: z.string(),
  time: z.iso.datetime({ offset: true }),
  companyId: companyIdSchema,
});

/** Reads the envelope and the value, and holds them against one another. */
export function decodeMessage<Schema extends DescMessage>(
  topic: Topic<Schema>,
  { key, value, headers }: ReceivedMessage,
): Decoded<Schema> {
  const envelope = readEnvelope(headers);
  if (!envelope) return refused('envelope', 'The headers do not carry an event envelope');
  const { typeName } = topic.schema;
  if (envelope.type !== typeName)
    return refused('type', `The event is a ${envelope.type}, not a ${typeName}`);
  const decoded = tryDecoding(topic, value);
  if (!decoded) return refused('value', `The value is not a ${typeName}`);
  const why = contradiction(key, envelope, topic.subjectOf(decoded));
  if (why !== null) return refused('contradiction', why);
  return { ok: true, event: { topic: topic.name, key, value: decoded, envelope } };
}

function refused(kind: RefusalKind, reason: string): { ok: false; kind: RefusalKind; reason: string } {
  return { ok: false, kind, reason };
}

function tryDecoding<Schema extends DescMessage>(
  topic: Topic<Schema>,
  value: Uint8Array,
): MessageShape<Schema> | null {
  try {
    return decodeValue(topic, value);
  } catch {
    return null;
  }
}

function readEnvelope(headers: Readonly<Record<string, string>>): EventEnvelope | null {
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

/**
 * Whether an event's key, envelope and value agree on whom it tells of; why not, or null when they do. A producer of
 * ours makes all three from the same row, so an event that contradicts itself was made by nobody of ours.
 */
function contradiction(
  key: string,
  { companyId }: Pick<EventEnvelope, 'companyId'>,
  subject: Subject | null,
): string | null {
  if (subject === null) return null;
  if (subject.companyId !== null && subject.companyId !== companyId)
    return "The value is of another company than the event's envelope";
  if (subject.id !== null && subject.id < 1) return 'The value names an id that cannot exist';
  const expected = subject.id === null ? companyId : String(subject.id);
  return key === expected ? null : 'The key is not that of what the value tells of';
}
