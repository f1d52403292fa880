import type { Connection, MigratedType, Migration } from '@ridgeline/contracts';
import type { Fact } from '../../../ui/page/Panel.tsx';

/** Something to choose for the records of a kind: a field of a new migration. */
export type ChoiceField = {
  /** The field's name in the options of the kind. */
  readonly name: string;
} & (
  | { readonly control: 'checkbox'; readonly first: boolean; readonly label: string; readonly note: string }
  | {
      readonly control: 'radio';
      readonly first: string;
      readonly legend: string;
      readonly help: string;
      readonly options: readonly { readonly value: string; readonly label: string; readonly note: string }[];
    }
);

/** What was chosen, by the names of the fields; the options of each kind read their own. */
export type Choices = Readonly<Record<string, string | boolean>>;

/** What the web knows of a kind of record in addition to its words, which are in the contracts. */
export interface ObjectView {
  readonly type: MigratedType;
  /** What a migration of it does, in a sentence. */
  readonly about: string;
  /** What happens to what is in HubSpot already. */
  readonly repeat: string;
  /** What a migration over these connections costs in addition to the usual, shown before it starts; null for nothing. */
  readonly cost: (connections: readonly Connection[]) => string | null;
  /** What the form begins with. */
  readonly batchSize: number;
  readonly choices: readonly ChoiceField[];
  /** What was chosen, for the migration's details; null where nothing can be. */
  readonly chosen: (migration: Migration) => Fact | null;
  /** How records that were left out for a reason can be copied after all, by its code: options of the retry that differ. */
  readonly retries: Readonly<Record<string, { readonly text: string; readonly options: Choices }>>;
  /** What a run does when all records are handled, before it ends. */
  readonly lastSteps: string;
}
