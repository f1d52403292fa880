import type { Reconciliation } from '@ridgeline/contracts';
import type { AddedOptions } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import { storableText } from '../logs/storable-text.ts';
import type { FencedMigration } from '../migration-state/lease-row.postgres.ts';
import type { MigrationRow } from '../migration-state/migration-row.postgres.ts';

/** Stores options that a run added to a property, or would add, after those already stored; each label once. */
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

/** The maximum number of options per property in the summary. */
const maxExamples = 10;

/** A migration's options for its summary; an undo has those of the migration that it undoes. */
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
