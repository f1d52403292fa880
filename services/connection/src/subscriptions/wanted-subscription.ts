import { randomBytes } from 'node:crypto';
import type { ConnectionSettings } from '@ridgeline/contracts';

/** What decides whether and how a connection is subscribed. */
export type SubscriptionSettings = Pick<
  ConnectionSettings,
  'autoSyncNewContacts' | 'autoSyncNewJobs' | 'customEventProcessorUrl'
>;

/** AccuLynx' names of the events that each kind of auto-sync needs (vendors/acculynx.md, 6.2). */
const contactTopics = ['contact_added', 'contact_changed'] as const;
const jobTopics = [
  'job_created',
  'job_updated',
  'job.milestone.current_changed',
  'job.contacts.primary_changed',
] as const;

/** The topics to which a connection is subscribed; none while auto-sync is off. */
export function topicsOf({ autoSyncNewContacts, autoSyncNewJobs }: SubscriptionSettings): string[] {
  return [...(autoSyncNewContacts ? contactTopics : []), ...(autoSyncNewJobs ? jobTopics : [])];
}

/** 256 random bits: AccuLynx signs nothing, so that nobody but it may know the address. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The product's own hooks; each connection has one below, under its token. */
export const hooksAddress = (baseUrl: string): string => `${baseUrl.replace(/\/+$/, '')}/hooks/acculynx`;

/** Where AccuLynx sends a connection's events: to this product under the connection's token, unless it names an address. */
export function addressOf(
  { customEventProcessorUrl }: SubscriptionSettings,
  { baseUrl, token }: { readonly baseUrl: string; readonly token: string | null },
): string {
  return customEventProcessorUrl ?? `${hooksAddress(baseUrl)}/${token ?? ''}`;
}

/** Whether two lists name the same topics. */
export const sameTopics = (one: readonly string[], other: readonly string[]): boolean =>
  new Set(one).symmetricDifference(new Set(other)).size === 0;
