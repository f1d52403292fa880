import type { Reconciliation } from '@ridgeline/contracts';
import type { AddedOptions } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import { storableText } from '../logs/storable-text.ts';
import type { FencedMigration } from '../migration-state/lease-row.postgres.ts';
import type { MigrationRow } from '../migration-state/migration-row.postgres.ts';

/** Stores options that a run added to a property, or would add, behind those that are stored; each label once. */
export async function storeAddedOptions(
  tx: Tx,
  { id, company_id }: FencedMigration,
  { property, label, options }: AddedOptions,
): Promise<void> {
  await tx.query(
    `insert into added_options as a (migration_id, property, company_id, label, options)
     values ($1, $2, $3, $4, $5::text[])
     on conflict (migration_id, property) do update
     set options = a.options || array(
       select n.label from unnest(excluded.options) with ordinality as n(label, position)
       where n.label <> all (a.options) order by n.position)`,
    [id, storableText(property), company_id, storableText(label), options.map(storableText)],
  );
}

/** The account names so many options of a property. */
const maxExamples = 10;

/** The options of a migration for its account; those of an undo are those of the migration that it undoes. */
export function addedOptionsOf(
  tx: Tx,
  { id, follows, follows_as }: Pick<MigrationRow, 'id' | 'follows' | 'follows_as'>,
): Promise<Reconciliation['addedOptions']> {
  return tx.query(
    `select property, label, cardinality(options) as count, options[1:$2] as examples
     from added_options where migration_id = $1 order by label, property`,
    [follows_as === 'undo' ? follows : id, maxExamples],
  );
}
