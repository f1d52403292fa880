import {
  readingCursorSchema,
  readList,
  type FetchPage,
  type ListSpec,
  type ReadingSummary,
  type ReadRecord,
  UnreadableRecord,
} from '@ridgeline/acculynx';
import type { Cursor } from '@ridgeline/contracts/internal';

/** The number of concurrent page requests: at half a second per page, as many as AccuLynx admits in that time. */
const pagesAhead = 6;

/** A requested record that AccuLynx does not have. */
export class GoneRecord {
  readonly id: string;
  /** Its display name; null if unknown. */
  readonly name: string | null;

  constructor({ id, name }: Pick<GoneRecord, 'id' | 'name'>) {
    this.id = id;
    this.name = name;
  }
}

/** Whether nothing was read of a record that the rules of its kind could plan. */
export const isUnread = (record: unknown): record is UnreadableRecord | GoneRecord =>
  record instanceof UnreadableRecord || record instanceof GoneRecord;

/** A record as it was read, and a database time of the orchestrator before that, if one is known. */
export interface SourceRead<Source> extends ReadRecord<
  Source | UnreadableRecord | GoneRecord,
  Cursor | null
> {
  readonly readAt?: string | undefined;
}

/** The pages of a reading. */
export type ReadPages<Source> = AsyncIterable<readonly SourceRead<Source>[]>;

/** A reading of records of one kind, as `ListReading` describes it. */
export interface RecordReading<Source> extends ReadPages<Source> {
  readonly summary: ReadingSummary;
  hasChanged(signal: AbortSignal): Promise<boolean>;
}

/** The records of one kind as a run reads them. */
export interface RecordSource<Source> {
  /** Reads all records, or continues after a cursor. `onCount` receives AccuLynx's count. */
  read(from: Cursor | null, onCount: (count: number) => void): RecordReading<Source>;
}

/** Returns the latest database time received from the orchestrator, if any. */
export type DatabaseTime = () => string | undefined;

/** When records were requested: before the call for their page, so that later changes may be missing from them. */
export class ReadMoments {
  readonly #databaseTime: DatabaseTime;
  readonly #moments = new WeakMap<object, string>();

  constructor(databaseTime: DatabaseTime = () => undefined) {
    this.#databaseTime = databaseTime;
  }

  /** Wraps the calls for pages, to store when their records were requested. */
  fetching<Question extends readonly unknown[], Page extends { readonly items: readonly object[] }>(
    fetch: (...question: Question) => Promise<Page>,
  ): (...question: Question) => Promise<Page> {
    return async (...question) => {
      const moment = this.#databaseTime();
      const page = await fetch(...question);
      if (moment !== undefined) for (const item of page.items) this.#moments.set(item, moment);
      return page;
    };
  }

  /** When a record was requested; undefined if unknown. */
  of(record: object): string | undefined {
    return this.#moments.get(record);
  }
}

/** Whether a record is returned, by its id; called for each record of a reading. */
export type TakeRecord = (id: string) => boolean;

/** Options for reading a list of records, where they differ from the defaults. */
interface SourceOptions {
  readonly databaseTime?: DatabaseTime | undefined;
  /** The number of concurrent page requests. */
  readonly ahead?: number | undefined;
  /** By default, all records are returned. */
  readonly take?: TakeRecord | undefined;
}

/** Reads records through calls that return a page of their list. */
export function recordSource<Source extends { readonly id: string }>(
  fetchPage: FetchPage<Source | UnreadableRecord>,
  spec: ListSpec,
  { databaseTime, ahead = pagesAhead, take = () => true }: SourceOptions = {},
): RecordSource<Source> {
  const moments = new ReadMoments(databaseTime);
  const fetch = moments.fetching(fetchPage);
  return {
    read(from, onCount) {
      // A cursor in an outdated form: what is planned is known, so reading from the start loses nothing.
      const cursor = readingCursorSchema.safeParse(from).data ?? null;
      const reading = readList(fetch, spec, { from: cursor, ahead, onCount });
      return {
        get summary() {
          return reading.summary;
        },
        hasChanged: (signal) => reading.hasChanged(signal),
        async *[Symbol.asyncIterator]() {
          for await (const page of reading)
            yield page.flatMap((read) =>
              take(read.record.id) ? { ...read, readAt: moments.of(read.record) } : [],
            );
        },
      };
    },
  };
}
