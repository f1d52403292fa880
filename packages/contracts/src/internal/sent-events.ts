import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/**
 * How much of what AccuLynx sends is passed on with one call: this many entries, and no further body once it has this many
 * bytes.
 */
export const sentEventLimits = { entries: 200, bytes: 512 * 1_024 } as const;

/** What arrived at the address with this token. */
const sentEventSchema = z.object({
  token: z.string().max(64),
  /** As it arrived, decompressed but not parsed; null when more arrived than one address may have in progress. */
  body: z.string().nullable(),
  /** The number of requests it represents: 1, or as many as arrived without being read. */
  requests: z.int().positive(),
});
export type SentEvent = z.infer<typeof sentEventSchema>;

/** `unknown`: no connection has the token. */
const sentEventResultSchema = z.enum(['accepted', 'unknown']);
export type SentEventResult = z.infer<typeof sentEventResultSchema>;

export const takeSentEvents = endpoint({
  method: 'POST',
  path: '/internal/sent-events',
  summary: 'Store what AccuLynx sent to connections',
  access: 'service',
  body: z.object({ events: z.array(sentEventSchema).min(1).max(sentEventLimits.entries) }),
  /** One result for each, in order; all of them are stored by then. */
  answer: z.object({ results: z.array(sentEventResultSchema) }),
});
