import type { UndoneRecord } from '@ridgeline/contracts/internal';
import { countedPages } from '../object-migration/counted-pages.ts';
import type { FollowedMigration } from '../orchestrator/orchestrator.ts';
import type { HeldRun } from '../orchestrator/record-ledger.ts';
import type { WaitTracker } from '../waiting/wait-tracker.ts';

/** What the undone migration wrote, and what its undo has done so far. */
export interface FollowedWrites {
  /** A page of its writes of one kind, the last batch first; `before` is the last page's `next`, null for the first one. */
  written(kind: string, before: number | null): ReturnType<FollowedMigration['writtenRecords']>;
  /** What this undo has done with these HubSpot records, once everything planned is counted. */
  undone(hubspotIds: readonly string[]): Promise<UndoneSoFar>;
}

/** What an undo has done with records of a kind. HubSpot's ids are only unique per object: two kinds may share one. */
export interface UndoneSoFar {
  hasRemoved(kind: string, hubspotId: string): boolean;
  hasSpared(kind: string, hubspotId: string): boolean;
}

/** The writes of the migration that a held run undoes. */
export function followedWrites(
  orchestrator: Pick<FollowedMigration, 'writtenRecords' | 'undoneRecords'>,
  {
    run,
    signal,
    waits,
  }: { readonly run: HeldRun; readonly signal: AbortSignal; readonly waits: WaitTracker },
): FollowedWrites {
  return {
    written: (kind, before) => orchestrator.writtenRecords(run, kind, before, signal),
    async undone(hubspotIds) {
      const known: UndoneRecord[] = [];
      if (hubspotIds.length === 0) return { hasRemoved: () => false, hasSpared: () => false };
      const pages = countedPages({ signal, waits }, async () => {
        const { settled, records } = await orchestrator.undoneRecords(run, hubspotIds, signal);
        return { settled, items: records, next: null };
      });
      for await (const page of pages) known.push(...page);
      const ends = new Map(known.map(({ kind, hubspotId, outcome }) => [`${kind} ${hubspotId}`, outcome]));
      return {
        hasRemoved: (kind, hubspotId) => ends.get(`${kind} ${hubspotId}`) === 'removed',
        hasSpared: (kind, hubspotId) => ends.get(`${kind} ${hubspotId}`) === 'skipped',
      };
    },
  };
}
