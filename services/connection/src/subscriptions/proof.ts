import type { ConnectionKey } from '../connections/connection-store.postgres.ts';
import { setWebhookStatus } from '../connections/status-store.postgres.ts';
import { acculynxSubscriptions } from './acculynx-subscriptions.ts';
import { renewAutomatically } from './automatic-renewal.ts';
import { findOrder, hastenLook } from './look-store.postgres.ts';
import {
  delayTest,
  noteTestLost,
  noteTestSent,
  withdrawTest,
  type ProofStep,
} from './proof-store.postgres.ts';
import { failureText } from './subscription-health.ts';
import { withSubscription } from './subscription-lock.ts';
import type { WatchParts } from './watch-parts.ts';

const soon = 600;
const tomorrow = 86_400;

/** Takes a connection's proof one step further. */
export async function prove(parts: WatchParts, key: ConnectionKey, step: ProofStep): Promise<void> {
  const { counters } = parts;
  if (step === 'proved') counters.tests.inc({ result: 'saved' });
  else
    await withSubscription(parts, key.connectionId, () =>
      step === 'send' ? sendTest(parts, key) : renewUnproved(parts, key),
    );
}

/** Has AccuLynx send a test event; its arrival is checked after 10 minutes. */
async function sendTest(parts: WatchParts, key: ConnectionKey): Promise<void> {
  const { db, masterKeys, subscriptions, counters, logger } = parts;
  const { companyId } = key;
  const order = await db.forCompany(companyId, (tx) =>
    findOrder(tx, { masterKeys, baseUrl: subscriptions.baseUrl }, key),
  );
  if (!order?.held || order.settings.customEventProcessorUrl !== null) return;
  await db.forCompany(companyId, (tx) => noteTestSent(tx, key));
  const sent = await acculynxSubscriptions(subscriptions, order.apiKey).test(order.held.subscriptionId);
  if (sent.outcome === 'ok' && sent.value === 'accepted') {
    counters.tests.inc({ result: 'sent' });
    return;
  }
  if (sent.outcome === 'ok') {
    await db.forCompany(companyId, async (tx) => {
      await withdrawTest(tx, key, soon);
      await hastenLook(tx, key);
    });
    return;
  }
  const isRefusal = sent.outcome === 'refused' || sent.outcome === 'rejected';
  counters.tests.inc({ result: isRefusal ? 'refused' : 'failed' });
  logger.warn({ ...key, reason: failureText(sent) }, 'Failed to have a test event sent; retrying');
  await db.forCompany(companyId, (tx) => withdrawTest(tx, key, isRefusal ? tomorrow : soon));
}

/** Subscribes again when a test event did not arrive, unless it arrived at the last moment. */
async function renewUnproved(parts: WatchParts, key: ConnectionKey): Promise<void> {
  const { db, masterKeys, subscriptions, counters } = parts;
  const { companyId } = key;
  const order = await db.forCompany(companyId, async (tx) => {
    const found = await findOrder(tx, { masterKeys, baseUrl: subscriptions.baseUrl }, key);
    return found?.held && (await noteTestLost(tx, key)) ? found : null;
  });
  if (!order?.held) return;
  counters.tests.inc({ result: 'lost' });
  const { subscriptionId } = order.held;
  const { finding, nextAt } = await renewAutomatically(parts, key, order, 'unproved');
  if (finding === null) return;
  await db.forCompany(companyId, async (tx) => {
    await setWebhookStatus(tx, { ...key, subscriptionId }, finding);
    if (nextAt !== null) await delayTest(tx, key, nextAt);
  });
}
