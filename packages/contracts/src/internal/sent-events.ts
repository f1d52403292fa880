import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** How much of what AccuLynx sends one call passes on: so many entries, and no further body beyond so many bytes. */
export const sentEventLimits = { entries: 200, bytes: 512 * 1_024 } as const;

/** What came to the address with this token. */
const sentEventSchema = z.object({
  token: z.string().max(64),
  /** As it came, unpacked and not looked into; null when more came than one address may have in progress. */
  body: z.string().nullable(),
  /** How many requests it stands for: 1, or as many as came without being read. */
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
  /** One result for each, in their order; all of them are stored by then. */
  answer: z.object({ results: z.array(sentEventResultSchema) }),
});
