/** A part of a connection that has stopped working, and what stands still by that. */
export interface StoppedPart {
  readonly connectionId: number;
  readonly connectionName: string;
  readonly part: 'acculynx' | 'hubspot' | 'webhook';
  /** In words; empty where nobody knows. */
  readonly reason: string;
  readonly syncsContacts: boolean;
  readonly syncsJobs: boolean;
  readonly hasOpenMigrations: boolean;
  readonly failedMigration: boolean;
  readonly at: Date;
}

/** What a mail tells: the first few parts, and of how many connections there are more. */
export interface Digest {
  readonly parts: readonly StoppedPart[];
  readonly connections: number;
}
