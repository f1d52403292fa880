import { objectTypes, type ObjectType } from '@ridgeline/contracts';
import { z } from 'zod';
import { testTopic } from '../subscriptions/subscription-order.ts';

/** What is kept of an AccuLynx event (docs/vendors/acculynx.md, 6.3): a hint that a record may have changed. */
export interface Delivery {
  readonly eventId: string;
  readonly topic: string;
  /** The name of the contract's `RecordKind`. */
  readonly kind: string;
  readonly recordId: string;
  /** When AccuLynx says that it happened; null if that is not a valid time. */
  readonly eventAt: Date | null;
}

/** Why something sent to an address names no record that can be looked up. */
export const unnamed = ['unreadable', 'unknown_topic', 'foreign', 'over_rate'] as const;
export type Unnamed = (typeof unnamed)[number];

/**
 * The result of reading a body; `subscriptionId` is the subscription that the event claims to belong to. A `test` concerns no
 * record.
 */
export type Reading =
  | { readonly result: 'test' }
  | { readonly result: 'delivery'; readonly delivery: Delivery; readonly subscriptionId: string }
  | { readonly result: Extract<Unnamed, 'unreadable' | 'unknown_topic'> };

const idText = z.string().regex(/^[\w-]{1,64}$/);

const envelopeSchema = z.object({
  topicName: z.string().min(1).max(100),
  eventId: z.guid(),
  subscriptionId: idText,
  eventDateTime: z.string().max(40).optional(),
  event: z.record(z.string(), z.unknown()),
});

const recordSchema = z.object({ id: idText });

/** The placeholder record id in AccuLynx' test events; no such record exists. */
const placeholderId = /^[0-]+$/;

interface TopicKind {
  readonly kind: string;
  readonly eventField: string;
}

/** The kind of record of each topic that auto-sync knows, even if no connection is subscribed to it. */
const kindOfTopic: ReadonlyMap<string, TopicKind> = new Map(
  Object.values<ObjectType>(objectTypes).flatMap(({ name: kind, sync }) =>
    sync
      ? [...sync.topics, ...Object.values(sync.detailTopics).flat()].map((topic): [string, TopicKind] => [
          topic,
          { kind, eventField: sync.eventField },
        ])
      : [],
  ),
);

/** The topics that announce a new record. */
export const creationTopics: readonly string[] = Object.values<ObjectType>(objectTypes).flatMap(
  ({ sync }) => sync?.creationTopic ?? [],
);

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** Times far outside the possible range are dropped: Postgres would reject the whole batch because of one of them. */
const times = { from: Date.UTC(2000, 0), to: Date.UTC(2200, 0) };

function timeOf(text: string | undefined): Date | null {
  const at = text === undefined ? NaN : Date.parse(text);
  return at >= times.from && at < times.to ? new Date(at) : null;
}

/** Reads the body of a request to a connection's address. */
export function readDelivery(body: string): Reading {
  const envelope = envelopeSchema.safeParse(parseJson(body)).data;
  if (!envelope) return { result: 'unreadable' };
  const { topicName: topic, eventId, subscriptionId, eventDateTime, event } = envelope;
  if (topic === testTopic) return { result: 'test' };
  const known = kindOfTopic.get(topic);
  if (!known) return { result: 'unknown_topic' };
  // AccuLynx writes `Job` in some topics and `job` in others.
  const field = Object.keys(event).find((name) => name.toLowerCase() === known.eventField);
  const record = field === undefined ? undefined : recordSchema.safeParse(event[field]).data;
  if (!record) return { result: 'unreadable' };
  if (placeholderId.test(record.id)) return { result: 'test' };
  const delivery = {
    eventId,
    topic,
    kind: known.kind,
    recordId: record.id,
    eventAt: timeOf(eventDateTime),
  };
  return { result: 'delivery', delivery, subscriptionId };
}
