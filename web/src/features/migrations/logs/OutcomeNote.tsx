import type { Migration, OutcomeKind } from '@ridgeline/contracts';
import { outcomeCounts } from '../outcomes.ts';
import { useMigration } from '../use-migrations.ts';
import { outcomeNote } from './log-outcomes.ts';

interface OutcomeNoteProps {
  readonly outcome: OutcomeKind;
  readonly migration: Migration;
  /** How many lines are found. */
  readonly lines: number;
}

/** Why there are fewer lines than records of an outcome, by the counts of this moment. */
export function OutcomeNote({ outcome, migration, lines }: OutcomeNoteProps) {
  const { data = migration } = useMigration(String(migration.id));
  const note = outcomeNote(outcome, outcomeCounts(data)[outcome], lines);
  return note ? <p className="logs-note numbers">{note}</p> : null;
}
