import { backoffMs, repeatUntilDisposed, retryEvery, type RetryPolicy } from '@ridgeline/kit';
import { measureJob, type Registry } from '@ridgeline/kit/metrics';
import { connectionJobs } from '../metric-definitions.ts';
import { setWebhookStatus } from '../connections/status-store.postgres.ts';
import type { ConnectionKey } from '../connections/connection-store.postgres.ts';
import { acculynxSubscriptions } from './acculynx-subscriptions.ts';
import { claimLooks, expectedSubscription } from './look-store.postgres.ts';
import { strayRemoval, type StrayParts } from './stray-removal.ts';
import { lookAtSubscription, type Look } from './subscription-health.ts';
import { withSubscription, type HeldParts } from './subscription-lock.ts';
import { sealReadableTokens } from './token-store.postgres.ts';

/** Few at a time: a process that ends looks at those that it has claimed. */
const batchSize = 3;

/** Looks at one connection's subscription now and stores how it stands; null when it has none. */
export const lookNow = (parts: HeldParts, key: ConnectionKey): Promise<Look | null> =>
  withSubscription(parts, key.connectionId, () => look(parts, key));

async function look(parts: StrayParts, key: ConnectionKey): Promise<Look | null> {
  const { db, masterKeys, subscriptions } = parts;
  const { baseUrl } = subscriptions;
  const expected = await db.forCompany(key.companyId, (tx) =>
    expectedSubscription(tx, { masterKeys, baseUrl }, key),
  );
  if (!expected) return null;
  const seen = await lookAtSubscription(acculynxSubscriptions(subscriptions, expected.apiKey), expected);
  const { subscriptionId } = expected;
  if ('found' in seen)
    await db.forCompany(key.companyId, (tx) => setWebhookStatus(tx, { ...key, subscriptionId }, seen.found));
  return seen;
}

/**
 * Seals tokens that the release before has written, looks at all subscriptions whose turn has come, and removes strays that
 * are due. Ends early when aborted.
 */
export async function watchOnce(parts: HeldParts, signal: AbortSignal): Promise<void> {
  await sealReadableTokens(parts.db, parts.masterKeys);
  const strays = strayRemoval(parts);
  while (!signal.aborted && (await strays.sweep()) > 0);
  for (let due = await claimed(parts, signal); due.length > 0; due = await claimed(parts, signal))
    for (const key of due)
      await lookNow(parts, key).catch((error: unknown) => {
        parts.logger.warn({ err: error, ...key }, 'A subscription could not be looked at');
      });
}

/** Some connections to look at; none when it is time to end. */
async function claimed({ db }: StrayParts, { aborted }: AbortSignal): Promise<ConnectionKey[]> {
  return aborted ? [] : db.forSystem((tx) => claimLooks(tx, batchSize));
}

const every: RetryPolicy = { ...retryEvery(30_000), jitter: [0.7, 1.3] };

/** Watches over subscriptions until disposed; several processes share the work. */
export function startSubscriptionWatch(parts: HeldParts & { readonly metrics?: Registry }): AsyncDisposable {
  const round = measureJob(parts.metrics, connectionJobs.subscriptionWatch);
  return repeatUntilDisposed(async (signal) => {
    await round(() => watchOnce(parts, signal)).catch((error: unknown) => {
      parts.logger.warn({ err: error }, 'Subscriptions could not be looked at; it is tried again');
    });
    return backoffMs(every, 1);
  });
}
