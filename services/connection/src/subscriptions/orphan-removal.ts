import type { Logger } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import type { MasterKeys } from '../secrets/master-keys.ts';
import { acculynxSubscriptions, type SubscriptionOptions } from './acculynx-subscriptions.ts';
import { claimOrphans, forgetOrphan, heldSubscriptions, type DueOrphan } from './orphan-store.postgres.ts';
import { failureText } from './subscription-health.ts';

/** Dependencies of the removal. */
export interface OrphanParts {
  readonly db: Database;
  readonly masterKeys: MasterKeys;
  readonly subscriptions: SubscriptionOptions;
  readonly logger: Logger;
}

/**
 * The result of removing an orphaned subscription; `kept`: it was not found, because a save adopted it or another process
 * removed it.
 */
type Removal = 'deleted' | 'gone' | 'failed' | 'kept';

const batchSize = 20;

/** Removes subscriptions at AccuLynx that no connection holds. */
export interface OrphanRemoval {
  /** Removes one now; what fails is tried again in the background. It never throws. */
  remove(id: string): Promise<Removal>;
  /** Removes one now, and deletes it and its key with any result. */
  removeOnce(id: string): Promise<Removal>;
  /** Removes all that are due; returns how many were processed. */
  sweep(): Promise<number>;
}

/** Creates the removal; several processes share the work. */
export function orphanRemoval({ db, masterKeys, subscriptions, logger }: OrphanParts): OrphanRemoval {
  const namesOf = async (orphan: DueOrphan): Promise<{ ids: string[] } | { failure: string }> => {
    if (orphan.subscriptionId !== null) return { ids: [orphan.subscriptionId] };
    // AccuLynx never answered the creation: the list shows whether it took effect.
    const listed = await acculynxSubscriptions(subscriptions, orphan.apiKey).list();
    if (listed.outcome !== 'ok') return { failure: failureText(listed) };
    const ids = listed.value.filter(({ consumerUrl }) => consumerUrl === orphan.address).map(({ id }) => id);
    const held = await db.forSystem((tx) => heldSubscriptions(tx, ids));
    return { ids: ids.filter((id) => !held.includes(id) && !orphan.knownIds.includes(id)) };
  };

  const removeAtAcculynx = async (orphan: DueOrphan): Promise<Removal> => {
    const names = await namesOf(orphan);
    if ('failure' in names) {
      logger.warn({ orphanId: orphan.id, reason: names.failure }, 'Subscriptions could not be listed');
      return 'failed';
    }
    let removal: Removal = 'gone';
    for (const subscriptionId of names.ids) {
      const removed = await acculynxSubscriptions(subscriptions, orphan.apiKey).remove(subscriptionId);
      if (removed.outcome !== 'ok') {
        const reason = failureText(removed);
        logger.warn({ orphanId: orphan.id, subscriptionId, reason }, 'A subscription could not be removed');
        return 'failed';
      }
      if (removed.value === 'deleted') removal = 'deleted';
    }
    return removal;
  };

  // AccuLynx may still process a creation that it never answered, so that subscription is looked for again.
  const isOver = ({ subscriptionId, attempts }: DueOrphan, removal: Removal): boolean =>
    removal === 'deleted' || (removal === 'gone' && (subscriptionId !== null || attempts > 1));

  const work = async (orphan: DueOrphan): Promise<Removal> => {
    const removal = await removeAtAcculynx(orphan);
    if (isOver(orphan, removal)) await db.forSystem((tx) => forgetOrphan(tx, orphan.id));
    else if (orphan.isHopeless) {
      const { id: orphanId, subscriptionId, companyId } = orphan;
      logger.error(
        { orphanId, subscriptionId, companyId },
        'Failed to remove a subscription for a day; giving up',
      );
      await db.forSystem((tx) => forgetOrphan(tx, orphanId));
    }
    return removal;
  };

  const removeNow = async (id: string): Promise<Removal> => {
    const [orphan] = await db.forSystem((tx) => claimOrphans(tx, masterKeys, { id }));
    return orphan ? work(orphan) : 'kept';
  };

  return {
    remove: (id) =>
      removeNow(id).catch((error: unknown) => {
        logger.warn({ err: error, orphanId: id }, 'A subscription is removed later');
        return 'failed' as const;
      }),

    async removeOnce(id) {
      const removal = await this.remove(id);
      if (removal === 'failed') await db.forSystem((tx) => forgetOrphan(tx, id));
      return removal;
    },

    async sweep() {
      const due = await db.forSystem((tx) => claimOrphans(tx, masterKeys, { limit: batchSize }));
      for (const orphan of due) await work(orphan);
      return due.length;
    },
  };
}
