import type { Likeness } from '@ridgeline/contracts';
import type { SearchFilter } from '@ridgeline/hubspot';

/** Values by HubSpot property, of a planned record or of a record in HubSpot. */
export type ComparedValues = Readonly<Record<string, string | null | undefined>>;

/** What two records that look alike have in common. */
export interface LikenessKey {
  readonly likeness: Likeness;
  /** In comparable form. */
  readonly value: string;
}

/** How to recognize look-alikes among records of a kind that neither an id nor a unique value ties together. */
export interface LookAlikeRules {
  /** The properties that are read, and shown side by side. */
  readonly properties: readonly string[];
  /** All keys by which a record can be recognized; none if too little is known of it. Pure. */
  keysOf(values: ComparedValues): readonly LikenessKey[];
  /**
   * The filter groups of a search that finds all HubSpot records sharing a key with one of these records, and possibly
   * others. Pure.
   */
  searchFor(records: readonly ComparedValues[]): readonly (readonly SearchFilter[])[];
}
