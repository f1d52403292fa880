import type { DescMessage, MessageShape } from '@bufbuild/protobuf';
import {
  decodeValue,
  envelopeFromHeaders,
  type EventEnvelope,
  type ReceivedEvent,
  type Subject,
  type Topic,
} from '@ridgeline/events';
import type { ReceivedMessage } from '../messages.ts';
import type { RefusalKind } from './subscribe-options.ts';

/** The event in a message, or why there is none. */
export type Decoded<Schema extends DescMessage> =
  | { readonly ok: true; readonly event: ReceivedEvent<Schema> }
  | { readonly ok: false; readonly reason: string; readonly kind: RefusalKind };

/** Reads the envelope and the value, and checks that they agree. */
export function decodeMessage<Schema extends DescMessage>(
  topic: Topic<Schema>,
  { key, value, headers }: ReceivedMessage,
): Decoded<Schema> {
  const envelope = envelopeFromHeaders(headers);
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

/**
 * Why an event's key, envelope and value name different subjects; null when they agree. Our producers make all three
 * from the same row, so an event that contradicts itself does not come from them.
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
  return key === expected ? null : 'The key differs from the one that the value requires';
}
