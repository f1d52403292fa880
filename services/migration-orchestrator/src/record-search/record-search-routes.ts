import { getRecordLife, maxFound, searchRecords, type KnownRecord } from '@ridgeline/contracts';
import { AppError, bindForUser, type Router } from '@ridgeline/kit';
import type { Tx } from '@ridgeline/postgres';
import type { LongReads } from '../long-reads/long-reads.ts';
import { findById, findByWords, findKnown } from '../known-records/known-record-store.postgres.ts';
import { lifeOf } from './record-life.ts';
import { rangesOfSearch } from '../known-records/record-words.ts';

/** Records of the signed-in user's company, by name, email or id, and the history of one. */
export function bindRecordSearchRoutes(router: Router, { reads }: { readonly reads: LongReads }): void {
  bindForUser(router, searchRecords, ({ user: { companyId }, query: { search } }) =>
    reads.begin(companyId, async (tx) => {
      const found = await matching(tx, companyId, search);
      const records = found.slice(0, maxFound).sort((a, b) => a.name.localeCompare(b.name));
      return { records, more: found.length > maxFound };
    }),
  );

  bindForUser(router, getRecordLife, ({ user: { companyId }, params: { kind, id } }) =>
    reads.begin(companyId, async (tx) => {
      const record = await findKnown(tx, companyId, { kind, sourceId: id });
      if (!record) throw new AppError('record.not_found');
      return { record, events: await lifeOf(tx, companyId, record) };
    }),
  );
}

/** Records with this id come first, so that they are never cut off; returns one more than requested, if there is one. */
async function matching(tx: Tx, companyId: string, search: string): Promise<readonly KnownRecord[]> {
  const byId = await findById(tx, companyId, search);
  const [first, ...others] = rangesOfSearch(search);
  const byWords = first ? await findByWords(tx, companyId, [first, ...others], maxFound + 1) : [];
  const isNew = ({ kind, sourceId }: KnownRecord): boolean =>
    !byId.some((one) => one.kind === kind && one.sourceId === sourceId);
  return [...byId, ...byWords.filter(isNew)];
}
