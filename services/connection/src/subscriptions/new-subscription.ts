import { AppError } from '@ridgeline/kit';
import { acculynxSubscriptions } from './acculynx-subscriptions.ts';
import { orphanRemoval, type OrphanParts } from './orphan-removal.ts';
import { adoptOrphan, forgetOrphan, insertOrphan, nameOrphan } from './orphan-store.postgres.ts';
import {
  addressOf,
  newToken,
  replacingColumns,
  type PreparedSubscription,
  type SubscriptionOrder,
} from './subscription-order.ts';
import { mayBeDone, webhookProblem } from './subscription-health.ts';
import { announceToken, retireToken, storeToken } from './token-store.postgres.ts';

/** No save takes this long: an older subscription was left by a process that died. */
const maxSaveSeconds = 600;

/** Releases the connection's current subscription once the save is stored. */
function letGo(
  parts: OrphanParts,
  { companyId, apiKey, held }: SubscriptionOrder,
): Pick<PreparedSubscription, 'store' | 'afterSave'> {
  let orphanId: string | null = null;
  return {
    async store(tx, key) {
      if (!held) return;
      await retireToken(tx, key);
      const { subscriptionId } = held;
      const orphan = { companyId, apiKey, address: '', knownIds: [], subscriptionId, dueInSeconds: 60 };
      orphanId = await insertOrphan(tx, parts.masterKeys, orphan);
    },
    async afterSave() {
      if (orphanId !== null) await orphanRemoval(parts).remove(orphanId);
    },
  };
}

/** The result of a save without auto-sync. */
export function noSubscription(parts: OrphanParts, order: SubscriptionOrder): PreparedSubscription {
  return {
    text: order.held ? 'Auto-sync is off: the webhook is removed' : 'Auto-sync is off: no webhook is needed',
    columns: replacingColumns(null, order.settings),
    ...letGo(parts, order),
    undo: () => Promise.resolve(),
  };
}

/**
 * Creates a subscription. It is stored as an orphan before AccuLynx is called, together with the key that can remove it,
 * until the save adopts it: a process that dies in between leaves none behind. If the connection exists already, its events
 * are accepted from the start.
 */
export async function newSubscription(
  parts: OrphanParts,
  order: SubscriptionOrder,
  topicNames: readonly string[],
): Promise<PreparedSubscription> {
  const { db, masterKeys, subscriptions } = parts;
  const { companyId, connectionId, apiKey, settings } = order;
  const calls = acculynxSubscriptions(subscriptions, apiKey);
  const custom = settings.customEventProcessorUrl;
  const token = custom === null ? newToken() : null;
  const address = addressOf(settings, { baseUrl: subscriptions.baseUrl, token });

  // Only this product uses its own address; a custom address may have subscriptions that are not ours to remove.
  const known = custom === null ? null : await calls.list();
  if (known && known.outcome !== 'ok') throw webhookProblem(known);
  const knownIds =
    known?.value.filter(({ consumerUrl }) => consumerUrl === address).map(({ id }) => id) ?? [];

  const note = {
    companyId,
    apiKey,
    address,
    knownIds,
    subscriptionId: null,
    dueInSeconds: maxSaveSeconds,
  };
  const orphanId = await db.forCompany(companyId, async (tx) => {
    if (token !== null && connectionId !== null) await announceToken(tx, connectionId, token);
    return insertOrphan(tx, masterKeys, note);
  });
  const undo = async (): Promise<void> => {
    await orphanRemoval(parts).remove(orphanId);
  };

  const made = await calls.create(address, topicNames);
  if (made.outcome !== 'ok') {
    if (mayBeDone(made)) await undo();
    else await db.forCompany(companyId, (tx) => forgetOrphan(tx, orphanId));
    throw webhookProblem(made);
  }
  const { subscriptionId } = made.value;
  await db.forCompany(companyId, (tx) => nameOrphan(tx, orphanId, subscriptionId));

  const before = letGo(parts, order);
  return {
    text: 'The webhook is subscribed at AccuLynx',
    // If AccuLynx disabled or deleted the previous subscription, events may have been lost; a new connection has none to
    // miss.
    columns: {
      ...replacingColumns(subscriptionId, settings),
      ...(order.held === null ? {} : { search_needed: true }),
    },
    async store(tx, key) {
      if (!(await adoptOrphan(tx, orphanId)))
        throw new AppError('connection.webhook_failed', { details: { reason: 'the save took too long' } });
      await before.store(tx, key);
      if (token !== null) await storeToken(tx, masterKeys, key, { subscriptionId, token });
    },
    afterSave: before.afterSave,
    undo,
  };
}
