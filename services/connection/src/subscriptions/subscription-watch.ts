import { backoffMs, repeatUntilDisposed, retryEvery, type RetryPolicy } from '@ridgeline/kit';
import { measureJob, type Registry } from '@ridgeline/kit/metrics';
import type { Tx } from '@ridgeline/postgres';
import { connectionJobs } from '../metric-definitions.ts';
import { setWebhookStatus } from '../connections/status-store.postgres.ts';
import type { ConnectionKey } from '../connections/connection-store.postgres.ts';
import { acculynxSubscriptions } from './acculynx-subscriptions.ts';
import { renewAutomatically } from './automatic-renewal.ts';
import { claimLooks, findOrder, hastenLook } from './look-store.postgres.ts';
import { claimProofs, statusIfUnproved } from './proof-store.postgres.ts';
import { prove } from './proof.ts';
import { orphanRemoval, type OrphanParts } from './orphan-removal.ts';
import { checkSubscription, unprovedFinding, type Look } from './subscription-health.ts';
import { withSubscription, type HeldParts } from './subscription-lock.ts';
import type { HeldSubscription, SubscriptionOrder } from './subscription-order.ts';
import { sealReadableTokens } from './token-store.postgres.ts';
import type { WatchParts } from './watch-parts.ts';

/** Few at a time: a process that shuts down finishes those that it has claimed. */
const batchSize = 3;

/**
 * Checks one connection's subscription now and stores the finding; null when it has none. A broken subscription is checked
 * again in the next round of the watch, which renews it.
 */
export const lookNow = (parts: HeldParts, key: ConnectionKey): Promise<Look | null> =>
  withSubscription(parts, key.connectionId, async () => {
    const seen = await see(parts, key);
    if (!seen) return null;
    const { look, order } = seen;
    await storeLook(parts, key, order, look);
    if ('found' in look && look.breakage !== null)
      await parts.db.forCompany(key.companyId, (tx) => hastenLook(tx, key));
    return look;
  });

/** Checks one connection's subscription, and renews it if it is broken. */
const lookAndRenew = (parts: WatchParts, key: ConnectionKey): Promise<void> =>
  withSubscription(parts, key.connectionId, async () => {
    const seen = await see(parts, key);
    if (!seen) return;
    const { look, order } = seen;
    parts.counters.looks.inc({ result: 'found' in look ? look.found.status : 'unknown' });
    if ('unknown' in look || look.breakage === null) {
      await storeLook(parts, key, order, look);
      return;
    }
    const { finding } = await renewAutomatically(parts, key, order, look.breakage);
    if (finding !== null) await storeLook(parts, key, order, { found: finding, breakage: look.breakage });
  });

type HeldOrder = SubscriptionOrder & { readonly held: HeldSubscription };

async function see(
  { db, masterKeys, subscriptions }: OrphanParts,
  key: ConnectionKey,
): Promise<{ readonly look: Look; readonly order: HeldOrder } | null> {
  const { baseUrl } = subscriptions;
  const order = await db.forCompany(key.companyId, (tx) => findOrder(tx, { masterKeys, baseUrl }, key));
  if (!order?.held) return null;
  const { apiKey, held, settings } = order;
  const calls = acculynxSubscriptions(subscriptions, apiKey);
  return { look: await checkSubscription(calls, { ...held, settings }), order: { ...order, held } };
}

/** Stores the finding about a subscription. If its test event was lost, it keeps that status until an event arrives. */
async function storeLook(
  { db }: OrphanParts,
  key: ConnectionKey,
  { held: { subscriptionId } }: HeldOrder,
  look: Look,
): Promise<void> {
  if ('unknown' in look) return;
  await db.forCompany(key.companyId, async (tx) => {
    const unproved = look.found.status === 'active' ? await statusIfUnproved(tx, key) : null;
    if (unproved === 'warning') return;
    const found = unproved === null ? look.found : unprovedFinding;
    await setWebhookStatus(tx, { ...key, subscriptionId }, found);
  });
}

/**
 * Seals tokens that the previous release has written, checks all subscriptions that are due, runs the proofs that are due,
 * and removes orphaned subscriptions that are due. Ends early when aborted.
 */
export async function watchOnce(parts: WatchParts, signal: AbortSignal): Promise<void> {
  const { db, counters } = parts;
  await sealReadableTokens(db, parts.masterKeys);
  const orphans = orphanRemoval(parts);
  while (!signal.aborted && (await orphans.sweep()) > 0);
  await workAll(parts, signal, claimLooks, async ({ isProved, ...key }) => {
    if (isProved) counters.looks.inc({ result: 'saved' });
    else await lookAndRenew(parts, key);
  });
  await workAll(parts, signal, claimProofs, ({ step, ...key }) => prove(parts, key, step));
}

/** Processes all connections that are due, a few at a time; none is started after the signal aborts. */
async function workAll<Due extends ConnectionKey>(
  { db, logger }: OrphanParts,
  signal: AbortSignal,
  claim: (tx: Tx, limit: number) => Promise<Due[]>,
  work: (due: Due) => Promise<void>,
): Promise<void> {
  const claimed = (): Promise<Due[]> =>
    signal.aborted ? Promise.resolve([]) : db.forSystem((tx) => claim(tx, batchSize));
  for (let due = await claimed(); due.length > 0; due = await claimed())
    for (const each of due)
      await work(each).catch((error: unknown) => {
        const { companyId, connectionId } = each;
        logger.warn({ err: error, companyId, connectionId }, 'A subscription could not be looked at');
      });
}

const every: RetryPolicy = { ...retryEvery(30_000), jitter: [0.7, 1.3] };

/** Watches over subscriptions until disposed; several processes share the work. */
export function startSubscriptionWatch(parts: WatchParts & { readonly metrics?: Registry }): AsyncDisposable {
  const round = measureJob(parts.metrics, connectionJobs.subscriptionWatch);
  return repeatUntilDisposed(async (signal) => {
    await round(() => watchOnce(parts, signal)).catch((error: unknown) => {
      parts.logger.warn({ err: error }, 'Subscriptions could not be looked at; it is tried again');
    });
    return backoffMs(every, 1);
  });
}
