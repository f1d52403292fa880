import type { AnswerOf, answerDuplicates, Decision, Duplicate, takeBackAnswer } from '@ridgeline/contracts';
import { auditEvent, auditRefusals, type AuditEvent } from '@ridgeline/events';
import { addToOutbox, outboxWriter } from '@ridgeline/kafka';
import { AppError, type Actor } from '@ridgeline/kit';
import type { Database, Tx } from '@ridgeline/postgres';
import { storableText } from '../logs/storable-text.ts';
import { findKnown } from '../known-records/known-record-store.postgres.ts';
import { findMigration } from '../migration-management/migration-store.postgres.ts';
import type { MigrationRow } from '../migration-state/migration-row.postgres.ts';
import { lockPortal } from '../sync-state/claim-store.postgres.ts';
import { deleteAnswer, findAnswer } from './answer-store.postgres.ts';
import { duplicatesOf, type DuplicatesOf, type RecordKey } from './duplicate-store.postgres.ts';
import { chosenCandidate, decide, unlinkAnswered } from './decide.ts';

/** Identifies a possible duplicate of a dry run by its record. */
interface AskedRecord extends RecordKey {
  readonly migrationId: number;
}

/**
 * Users' answers about possible duplicates (ADR 83). Each call throws `migration.not_found` and `duplicate.not_found`;
 * refusals are in the audit trail.
 */
export interface DuplicateAnswers {
  /** `hubspotId`: the candidate that is the same; null: all are different. Throws what `decide` throws. */
  answer(by: Actor, record: AskedRecord, hubspotId: string | null): Promise<Duplicate>;
  /** Answers for all records of a dry run that have this phone number, as far as they can be answered that way. */
  answerAll(
    by: Actor,
    of: { readonly migrationId: number; readonly phone: string; readonly decision: Decision },
  ): Promise<AnswerOf<typeof answerDuplicates>>;
  /**
   * Withdraws an answer, even after the dry run's list has been deleted. Its link is removed if no run has used it; a link
   * that a run wrote through stays, because HubSpot has the record.
   */
  takeBack(by: Actor, record: AskedRecord): Promise<AnswerOf<typeof takeBackAnswer>>;
}

/** The maximum number of records answered in one call. */
const maxAnswered = 1_000;

export function duplicateAnswers(db: Database): DuplicateAnswers {
  return {
    answer: (by, record, hubspotId) =>
      audited(db, { by, action: 'duplicate-answered', record }, async (tx, { migration, of }) => {
        const duplicate = await requireDuplicate(tx, of, record);
        await decide(tx, { migration, of, by: by.user }, duplicate, hubspotId);
        const detail = `${nameOf(duplicate)}: ${hubspotId === null ? 'different from all candidates' : `the same as HubSpot ${hubspotId}`}`;
        await note(tx, { by, action: 'duplicate-answered', migrationId: of.migrationId }, detail);
        return requireDuplicate(tx, of, record);
      }),

    answerAll: (by, { migrationId, phone, decision }) =>
      audited(
        db,
        { by, action: 'duplicate-answered', record: { migrationId } },
        async (tx, { migration, of }) => {
          const wanted = { phone: storableText(phone), state: 'open', limit: maxAnswered } as const;
          const duplicates = await duplicatesOf(tx, of, wanted);
          let answered = 0;
          for (const duplicate of duplicates) {
            const candidate = decision === 'same' ? chosenCandidate(duplicate.candidates) : null;
            if (candidate === undefined) continue;
            if (await isDecided(() => decide(tx, { migration, of, by: by.user }, duplicate, candidate)))
              answered += 1;
          }
          const detail = `${String(answered)} records with one phone number: ${decision}`;
          if (answered > 0) await note(tx, { by, action: 'duplicate-answered', migrationId }, detail);
          return { answered, left: duplicates.length - answered };
        },
      ),

    takeBack: (by, record) =>
      audited(db, { by, action: 'duplicate-answer-taken-back', record }, async (tx, { of }) => {
        const { companyId, portalId, migrationId } = of;
        const linked = { companyId, portalId, ...storableKey(record) };
        const given = await findAnswer(tx, linked);
        if (!given) return { linkedBy: null };
        const linkedBy = await unlinkAnswered(tx, linked, given);
        await deleteAnswer(tx, linked);
        const known = await findKnown(tx, companyId, linked);
        const about = nameOf({ name: known?.name ?? '', sourceId: linked.sourceId });
        const detail = about + (linkedBy === null ? '' : '; copied since, so that it stays linked');
        await note(tx, { by, action: 'duplicate-answer-taken-back', migrationId }, detail);
        return { linkedBy };
      }),
  };
}

interface Audited extends Pick<AuditEvent, 'action'> {
  readonly by: Actor;
  readonly record: Pick<AskedRecord, 'migrationId'> & Partial<RecordKey>;
}

/** Answers for one portal are processed one after another, and never between the planning of a batch and its storing. */
function audited<Answer>(
  db: Database,
  { by, action, record: { migrationId, sourceId } }: Audited,
  work: (tx: Tx, about: { readonly migration: MigrationRow; readonly of: DuplicatesOf }) => Promise<Answer>,
): Promise<Answer> {
  const { companyId } = by.user;
  const what = `#${String(migrationId)}${sourceId === undefined ? '' : `: ${sourceId}`}`;
  return auditRefusals(outboxWriter(db), { action, by, what }, () =>
    db.forCompany(companyId, async (tx) => {
      const migration = await findMigration(tx, { companyId, id: migrationId });
      if (!migration) throw new AppError('migration.not_found');
      const { hubspot_portal_id: portalId } = migration;
      // Without a portal, nothing was compared.
      if (portalId === null) throw new AppError('duplicate.not_found');
      await lockPortal(tx, migration);
      return work(tx, { migration, of: { migrationId, companyId, portalId } });
    }),
  );
}

async function requireDuplicate(tx: Tx, of: DuplicatesOf, record: RecordKey): Promise<Duplicate> {
  const [duplicate] = await duplicatesOf(tx, of, { record: storableKey(record), limit: 1 });
  if (!duplicate) throw new AppError('duplicate.not_found');
  return duplicate;
}

/** Whether the record could be answered; otherwise it is left as it is. */
async function isDecided(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

const storableKey = ({ kind, sourceId }: RecordKey): RecordKey => ({
  kind: storableText(kind),
  sourceId: storableText(sourceId),
});

const nameOf = ({ name, sourceId }: Pick<Duplicate, 'name' | 'sourceId'>): string => `${name} (${sourceId})`;

async function note(
  tx: Tx,
  { by, action, migrationId }: Pick<Audited, 'by' | 'action'> & { readonly migrationId: number },
  detail: string,
): Promise<void> {
  const about = { by: by.user, origin: by.origin, action, result: 'done' } as const;
  await addToOutbox(tx, auditEvent({ ...about, detail: `#${String(migrationId)}: ${detail}` }));
}
