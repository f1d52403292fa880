import type { Connection, Migration, NewMigration, ObjectType } from '@ridgeline/contracts';
import type { Fact } from '../../../ui/page/Panel.tsx';

/** The fields of a new migration that belong to one type or another; each type reads and shows its own. */
export type Choices = Omit<
  NewMigration,
  'connectionId' | 'migrationType' | 'batchSize' | 'concurrency' | 'delayMs'
>;

export interface ChoicesProps {
  readonly values: Choices;
  readonly onChange: (changes: Partial<Choices>) => void;
}

/** What the web knows of a kind of record besides its words, which are in the contracts. */
export interface ObjectView {
  readonly type: ObjectType;
  /** What a migration of it does, in a sentence. */
  readonly about: string;
  /** What happens to what is in HubSpot already. */
  readonly repeat: string;
  /** What a migration over these connections costs besides the usual, told before it is started; null for nothing. */
  readonly cost: (connections: readonly Connection[]) => string | null;
  /** What the form begins with. */
  readonly batchSize: number;
  /** What was chosen, for the migration's details. */
  readonly chosen: (migration: Migration) => Fact;
  /** What a run does when all records are handled, before it ends. */
  readonly lastSteps: string;
}
