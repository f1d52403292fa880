import type { Candidate, Duplicate } from '@ridgeline/contracts';
import { AppError, type UserIdentity } from '@ridgeline/kit';
import type { Tx } from '@ridgeline/postgres';
import { findKnown } from '../known-records/known-record-store.postgres.ts';
import type { MigrationRow } from '../migration-state/migration-row.postgres.ts';
import {
  copiedBy,
  findAnswer,
  isLinkedElsewhere,
  link,
  otherLinked,
  storeAnswer,
  unlink,
  type GivenAnswer,
  type LinkedRecord,
} from './answer-store.postgres.ts';
import type { DuplicatesOf } from './duplicate-store.postgres.ts';

/** The user who decides, and the dry run. */
interface Decider {
  readonly migration: Pick<MigrationRow, 'created_at'>;
  readonly of: DuplicatesOf;
  readonly by: Pick<UserIdentity, 'userId' | 'email'>;
}

/** The candidate to use when none is named: the only one, or the only one with the same name. */
export function chosenCandidate(candidates: readonly Candidate[]): string | undefined {
  const named = candidates.filter(({ likeness }) => likeness.includes('name'));
  const [only, ...others] = named.length > 0 ? named : candidates;
  return others.length > 0 ? undefined : only?.hubspotId;
}

/**
 * Records that a record is the same as a candidate, and links the two; or, with null, that it differs from all candidates.
 * Throws `duplicate.not_found` for an unknown candidate, `duplicate.counterpart_taken` when another record is linked to it,
 * and `duplicate.copied_since` when the record itself was linked elsewhere after the dry run. Nothing is changed then.
 */
export async function decide(
  tx: Tx,
  { migration, of, by }: Decider,
  { kind, sourceId, candidates }: Duplicate,
  hubspotId: string | null,
): Promise<void> {
  const record = { companyId: of.companyId, portalId: of.portalId, kind, sourceId };
  const ids = candidates.map((candidate) => candidate.hubspotId);
  if (hubspotId !== null) {
    if (!ids.includes(hubspotId)) throw new AppError('duplicate.not_found');
    await requireFree(tx, record, hubspotId);
  }
  const former = await findAnswer(tx, record);
  if (former && former.hubspotId !== hubspotId) await unlinkAnswered(tx, record, former);
  if (hubspotId !== null) {
    const since = migration.created_at;
    if (await isLinkedElsewhere(tx, record, { hubspotId, since }))
      throw new AppError('duplicate.copied_since');
    await link(tx, record, hubspotId);
  }
  const who = by.email ?? `user ${String(by.userId)}`;
  await storeAnswer(tx, record, { hubspotId, declined: hubspotId === null ? ids : [], by: who });
}

async function requireFree(tx: Tx, record: LinkedRecord, hubspotId: string): Promise<void> {
  const other = await otherLinked(tx, record, hubspotId);
  if (other === undefined) return;
  const known = await findKnown(tx, record.companyId, { kind: record.kind, sourceId: other });
  const name = known?.name ?? other;
  throw new AppError('duplicate.counterpart_taken', {
    text: `${name} in AccuLynx is linked to this HubSpot record already. Two AccuLynx records cannot share one; choose another, or merge them in AccuLynx.`,
  });
}

/**
 * Removes the link that an answer created. If a migration or auto-sync has copied the record since, the link stays and the
 * return value says which; otherwise null.
 */
export async function unlinkAnswered(
  tx: Tx,
  record: LinkedRecord,
  { hubspotId, at: since }: GivenAnswer,
): ReturnType<typeof copiedBy> {
  if (hubspotId === null) return null;
  const linkedBy = await copiedBy(tx, record, { hubspotId, since });
  if (linkedBy === null) await unlink(tx, record, hubspotId);
  return linkedBy;
}
