/** Streams to open, spread over the gateways in turns. */
export interface ReadersTask {
  readonly gateways: readonly string[];
  readonly readers: readonly Reader[];
}

/** One reader: the `Cookie` header, and the company whose updates it sees. */
export interface Reader {
  readonly cookie: string;
  readonly company: string;
}

/** One version of a migration. */
export interface Version {
  readonly migrationId: number;
  readonly version: number;
}

/** A version as it came to a reader, in epoch milliseconds. */
export interface Arrival extends Version {
  readonly at: number;
}

/** A time without a stream, in epoch milliseconds. */
export interface Away {
  readonly from: number;
  readonly to: number;
}

/** What one reader saw, in order of arrival. */
export interface ReaderReport {
  readonly company: string;
  readonly arrivals: readonly Arrival[];
  readonly away: readonly Away[];
  /** How often it was answered without a stream. */
  readonly refusals: number;
}

/** The last version of each company's migration: readers wait for it before they report. */
export type Ends = Readonly<Record<string, Version>>;
