export type Values = Readonly<Record<string, string>>;

/** One write of a record: by which request (its number in the log), and which properties it changed. */
interface HistoryEntry {
  readonly action: 'created' | 'updated' | 'archived';
  readonly at: string;
  /** 0 for what the control API did. */
  readonly request: number;
  readonly changed: readonly string[];
  /** All values after it. */
  readonly values: Values;
}

export interface CrmRecord {
  readonly id: string;
  readonly createdAt: number;
  /**
   * Only values that were set; every write replaces the object as a whole. Computed properties are added when a record is
   * shown.
   */
  values: Values;
  updatedAt: number;
  archived: boolean;
  /** The values that search still shows while the newest ones are younger than the index's lag; null before the first. */
  indexedValues: Values | null;
  readonly history: HistoryEntry[];
}
