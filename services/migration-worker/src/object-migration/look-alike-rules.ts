import type { Likeness } from '@ridgeline/contracts';
import type { SearchFilter } from '@ridgeline/hubspot';

/** Values by HubSpot property, of a planned record or of one of HubSpot. */
export type ComparedValues = Readonly<Record<string, string | null | undefined>>;

/** What two records that look alike have in common. */
export interface LikenessKey {
  readonly likeness: Likeness;
  /** In a form in which it compares. */
  readonly value: string;
}

/** How records of a kind look alike that no id and no unique value ties together. */
export interface LookAlikeRules {
  /** The properties that are read, and shown side by side. */
  readonly properties: readonly string[];
  /** All that a record can be recognized by; none where too little is known of it. Pure. */
  keysOf(values: ComparedValues): readonly LikenessKey[];
  /** The groups of a search that finds all HubSpot records with a key of one of these records, and others perhaps. Pure. */
  searchFor(records: readonly ComparedValues[]): readonly (readonly SearchFilter[])[];
}
