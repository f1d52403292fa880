import {
  getSweeps,
  listSweepFindings,
  listSyncedRecords,
  type SweepFinding,
  type SweepStatus,
  type SyncedRecord,
} from '@ridgeline/contracts';
import type { SyncedTenant } from './synced-tenant.ts';

/** All pages of a list, from its newest entry on. */
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

const paramsOf = ({ connection }: SyncedTenant) => ({ id: String(connection.id) });

/** What auto-sync copied, newest first. */
export const feedOf = (tenant: SyncedTenant): Promise<SyncedRecord[]> =>
  allOf(async (query) => {
    const of = { params: paramsOf(tenant), query };
    const { records, hasMore } = await tenant.company.session.callPatiently(listSyncedRecords, of);
    return { entries: records, hasMore };
  });

/** What sweeps found, newest first. */
export const findingsOf = (tenant: SyncedTenant): Promise<SweepFinding[]> =>
  allOf(async (query) => {
    const of = { params: paramsOf(tenant), query };
    const { findings, hasMore } = await tenant.company.session.callPatiently(listSweepFindings, of);
    return { entries: findings, hasMore };
  });

/** The state of a connection's sweeps. */
export const sweepStatusOf = (tenant: SyncedTenant): Promise<SweepStatus> =>
  tenant.company.session.callPatiently(getSweeps, { params: paramsOf(tenant) });
