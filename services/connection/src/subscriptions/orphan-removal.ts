import type { Logger } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import type { MasterKeys } from '../secrets/master-keys.ts';
import { acculynxSubscriptions, type SubscriptionOptions } from './acculynx-subscriptions.ts';
import { claimStrays, forgetStray, heldSubscriptions, type DueStray } from './stray-store.postgres.ts';
import { failureText } from './subscription-health.ts';

/** What orphaned subscriptions are removed with. */
export interface StrayParts {
  readonly db: Database;
  readonly masterKeys: MasterKeys;
  readonly subscriptions: SubscriptionOptions;
  readonly logger: Logger;
}

/** How the removal of an orphaned subscription ended; `kept` when it was not found: it was taken over, or removed by another process. */
type Removal = 'deleted' | 'gone' | 'failed' | 'kept';

const batchSize = 20;

/** Removes subscriptions at AccuLynx that no connection holds. */
export interface StrayRemoval {
  /** Removes one now; what fails is tried again in the background. It never throws. */
  remove(id: string): Promise<Removal>;
  /** Removes one now, and deletes it and its key with any result. */
  removeOnce(id: string): Promise<Removal>;
  /** Removes all that are due; answers how many it has looked at. */
  sweep(): Promise<number>;
}

/** Makes the removal; several processes share the work. */
export function strayRemoval({ db, masterKeys, subscriptions, logger }: StrayParts): StrayRemoval {
  const namesOf = async (stray: DueStray): Promise<{ ids: string[] } | { failure: string }> => {
    if (stray.subscriptionId !== null) return { ids: [stray.subscriptionId] };
    // AccuLynx never answered the creation: whether it was heard shows in the list.
    const listed = await acculynxSubscriptions(subscriptions, stray.apiKey).list();
    if (listed.outcome !== 'ok') return { failure: failureText(listed) };
    const ids = listed.value.filter(({ consumerUrl }) => consumerUrl === stray.address).map(({ id }) => id);
    const held = await db.forSystem((tx) => heldSubscriptions(tx, ids));
    return { ids: ids.filter((id) => !held.includes(id) && !stray.knownIds.includes(id)) };
  };

  const removeAtAcculynx = async (stray: DueStray): Promise<Removal> => {
    const names = await namesOf(stray);
    if ('failure' in names) {
      logger.warn({ strayId: stray.id, reason: names.failure }, 'Subscriptions could not be listed');
      return 'failed';
    }
    let removal: Removal = 'gone';
    for (const subscriptionId of names.ids) {
      const removed = await acculynxSubscriptions(subscriptions, stray.apiKey).remove(subscriptionId);
      if (removed.outcome !== 'ok') {
        const reason = failureText(removed);
        logger.warn({ strayId: stray.id, subscriptionId, reason }, 'A subscription could not be removed');
        return 'failed';
      }
      if (removed.value === 'deleted') removal = 'deleted';
    }
    return removal;
  };

  // AccuLynx may be late with one whose creation it never answered: that one is looked for again.
  const isOver = ({ subscriptionId, attempts }: DueStray, removal: Removal): boolean =>
    removal === 'deleted' || (removal === 'gone' && (subscriptionId !== null || attempts > 1));

  const work = async (stray: DueStray): Promise<Removal> => {
    const removal = await removeAtAcculynx(stray);
    if (isOver(stray, removal)) await db.forSystem((tx) => forgetStray(tx, stray.id));
    else if (stray.isHopeless) {
      const { id: strayId, subscriptionId, companyId } = stray;
      logger.error(
        { strayId, subscriptionId, companyId },
        'Failed to remove a subscription for a day; giving up',
      );
      await db.forSystem((tx) => forgetStray(tx, strayId));
    }
    return removal;
  };

  const removeNow = async (id: string): Promise<Removal> => {
    const [stray] = await db.forSystem((tx) => claimStrays(tx, masterKeys, { id }));
    return stray ? work(stray) : 'kept';
  };

  return {
    remove: (id) =>
      removeNow(id).catch((error: unknown) => {
        logger.warn({ err: error, strayId: id }, 'A subscription is removed later');
        return 'failed' as const;
      }),

    async removeOnce(id) {
      const removal = await this.remove(id);
      if (removal === 'failed') await db.forSystem((tx) => forgetStray(tx, id));
      return removal;
    },

    async sweep() {
      const due = await db.forSystem((tx) => claimStrays(tx, masterKeys, { limit: batchSize }));
      for (const stray of due) await work(stray);
      return due.length;
    },
  };
}
