import type { Connection, MigratedType, Migration } from '@ridgeline/contracts';
import type { Fact } from '../../../ui/page/Panel.tsx';

/** An option of a new migration that depends on the type of records. */
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

/** The user's choices by field name; each type reads its own. */
export type Choices = Readonly<Record<string, string | boolean>>;

/** What the web app knows about a type beyond its nouns, which are in the contracts. */
export interface ObjectView {
  readonly type: MigratedType;
  /** What a migration of it does, in a sentence. */
  readonly about: string;
  /** What happens to records already in HubSpot. */
  readonly repeat: string;
  /** What a migration over these connections costs in addition to the usual, shown before it starts; null for nothing. */
  readonly cost: (connections: readonly Connection[]) => string | null;
  /** The default in the form. */
  readonly batchSize: number;
  readonly choices: readonly ChoiceField[];
  /** The choices, for the migration's details; null if the type has none. */
  readonly chosen: (migration: Migration) => Fact | null;
  /** By reason code, how skipped records can be copied after all: the retry's options that differ. */
  readonly retries: Readonly<Record<string, { readonly text: string; readonly options: Choices }>>;
  /** What a run does when all records are handled, before it ends. */
  readonly lastSteps: string;
}
