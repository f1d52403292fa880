import {
  fieldErrors,
  newMigrationSchema,
  objectTypes,
  retryMigration,
  type Migration,
  type NewMigration,
  type Retry,
} from '@ridgeline/contracts';
import { AppError, type Actor } from '@ridgeline/kit';
import type { Tx } from '@ridgeline/postgres';
import { z } from 'zod';
import { storableText } from '../logs/storable-text.ts';
import type { CompanyTurns } from '../migration-management/company-turns.ts';
import {
  createMigrationOnce,
  followedOn,
  type CreationParts,
} from '../migration-management/create-migration.ts';
import type { MigrationRow } from '../migration-state/migration-row.postgres.ts';
import { hasEnded } from '../migration-state/migration-status.ts';
import {
  checkedCorrections,
  correctedProperties,
  propertiesIn,
  unknownCorrections,
  unsuitableCorrections,
} from './checked-corrections.ts';
import { chooseRecords, notChosen, openRetriesOf, type Choice } from './chosen-record-store.postgres.ts';
import type { PortalLookup } from './portal-lookup.ts';

/** Dependencies of creating retries. */
export interface RetryParts extends CreationParts {
  readonly turns: CompanyTurns;
  readonly findPortal: PortalLookup;
}

/** Copies records of a migration again, in a migration of its own. */
export type CreateRetry = (by: Actor, id: number, wanted: Retry, key: string | null) => Promise<Migration>;

const action = 'retry-created';

/**
 * Creates retries (ADR 81). They throw what creating a migration throws, and `migration.not_found`, `migration.not_ended`,
 * `migration.correction_invalid`, and `migration.nothing_to_retry` where no record fits that an open retry does not copy already.
 */
export function createRetries({ turns, findPortal, ...parts }: RetryParts): CreateRetry {
  return async (by, id, wanted, idempotencyKey) => {
    const { companyId } = by.user;
    const { choice, migration } = await turns.take(companyId, () =>
      followedOn(parts, { by, action, id }, (origin) => planned(origin, by, wanted)),
    );
    const { corrections } = choice;
    const { connectionId, migrationType } = migration;
    // Runs between two turns: HubSpot may be slow, and other users create migrations in that time.
    const portal =
      corrections.size === 0
        ? null
        : await findPortal({
            ...{ companyId, connectionId, migrationType, origin: by.origin },
            properties: propertiesIn(corrections),
          });
    const corrected = correctedProperties(corrections);
    return turns.take(companyId, () =>
      createMigrationOnce(parts, {
        by,
        endpoint: retryMigration,
        idempotencyKey,
        body: { id, ...wanted },
        action,
        ...(corrected === '' ? {} : { detail: `corrected: ${corrected}` }),
        wanted: migration,
        follows: { migrationId: id, as: 'retry' },
        alsoStore: async (tx, retryId) => {
          const error = portal && unsuitableCorrections(objectTypes[migrationType], corrections, portal);
          if (error) throw error;
          await store(tx, retryId, { ...choice, dryRun: wanted.dryRun });
        },
      }),
    );
  };
}

/** The selected records of a migration, and the settings of the retry. */
function planned(
  origin: MigrationRow,
  { user }: Actor,
  wanted: Retry,
): { readonly choice: Omit<Choice, 'except'>; readonly migration: NewMigration } {
  if (!hasEnded(origin.status)) throw new AppError('migration.not_ended');
  // Records that an undo skipped were to be undone, which a retry, as a copy, cannot do.
  if (origin.follows_as === 'undo') throw new AppError('migration.nothing_to_retry');
  const { outcome, reason = null, records = null, corrections = {} } = wanted;
  const choice = {
    companyId: user.companyId,
    origin: { id: origin.id, kind: origin.kind },
    outcome,
    reason: reason && storableText(reason),
    records: records?.map(storableText) ?? null,
    corrections: checkedCorrections(objectTypes[origin.migration_type], corrections, user),
  };
  return { choice, migration: migrationOf(origin, wanted) };
}

/** A migration with the settings and options of the original one, except for the given options. */
function migrationOf(origin: MigrationRow, { options = {}, dryRun }: Retry): NewMigration {
  const schema = z.object({
    options: z.strictObject(objectTypes[origin.migration_type].options.partial().shape),
  });
  const given = schema.safeParse({ options }, { reportInput: true });
  if (!given.success) {
    const { code, ...told } = fieldErrors(given.error);
    throw new AppError(code, told);
  }
  return newMigrationSchema.parse({
    connectionId: origin.connection_id,
    migrationType: origin.migration_type,
    batchSize: origin.batch_size,
    concurrency: origin.concurrency,
    delayMs: origin.delay_ms,
    ...origin.options,
    ...given.data.options,
    dryRun,
  });
}

/**
 * Selects the records, in the transaction that creates the retry. Creations of one company are serialized, so that two users
 * who choose the same records do not both get them. A dry run writes nothing, and reserves no records.
 */
async function store(
  tx: Tx,
  retryId: number,
  { dryRun, ...wanted }: Omit<Choice, 'except'> & { readonly dryRun: boolean },
): Promise<void> {
  const open = dryRun ? [] : await openRetriesOf(tx, wanted.origin.id);
  const except = open.filter((id) => id !== retryId);
  const count = await chooseRecords(tx, retryId, { ...wanted, except });
  const unknown = await notChosen(tx, retryId, [...wanted.corrections.keys()]);
  const error = unknownCorrections(unknown, wanted.corrections);
  if (error) throw error;
  if (count === 0) throw new AppError('migration.nothing_to_retry');
}
