import {
  getSweeps,
  listSweepFindings,
  listSyncedRecords,
  type SweepFinding,
  type SweepStatus,
  type SyncedRecord,
} from '@ridgeline/contracts';
import type { SyncedContender } from './synced-contender.ts';

/** All pages of a list that is read from its newest entry on. */
async function allOf<Entry extends { readonly id: number | string }>(
  page: (query: {
    readonly before?: string;
  }) => Promise<{ readonly entries: readonly Entry[]; readonly hasMore: boolean }>,
): Promise<Entry[]> {
  const read: Entry[] = [];
  for (;;) {
    const last = read.at(-1);
    const { entries, hasMore } = await page(last === undefined ? {} : { before: String(last.id) });
    read.push(...entries);
    if (!hasMore) return read;
  }
}

const paramsOf = ({ connection }: SyncedContender) => ({ id: String(connection.id) });

/** What auto-sync copied, newest first. */
export const feedOf = (contender: SyncedContender): Promise<SyncedRecord[]> =>
  allOf(async (query) => {
    const of = { params: paramsOf(contender), query };
    const { records, hasMore } = await contender.company.session.callPatiently(listSyncedRecords, of);
    return { entries: records, hasMore };
  });

/** What sweeps found, newest first. */
export const findingsOf = (contender: SyncedContender): Promise<SweepFinding[]> =>
  allOf(async (query) => {
    const of = { params: paramsOf(contender), query };
    const { findings, hasMore } = await contender.company.session.callPatiently(listSweepFindings, of);
    return { entries: findings, hasMore };
  });

/** How the sweeps of a connection stand. */
export const sweepStatusOf = (contender: SyncedContender): Promise<SweepStatus> =>
  contender.company.session.callPatiently(getSweeps, { params: paramsOf(contender) });
