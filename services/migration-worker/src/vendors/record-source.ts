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

/** So many pages are on their way side by side: at half a second a page, as many as AccuLynx admits in that time. */
const pagesAhead = 6;

/** A record that was asked for and that AccuLynx does not have. */
export class GoneRecord {
  readonly id: string;
  /** What people call it; null where that is not known. */
  readonly name: string | null;

  constructor({ id, name }: Pick<GoneRecord, 'id' | 'name'>) {
    this.id = id;
    this.name = name;
  }
}

/** Whether nothing was read of a record that could be planned by the rules of its kind. */
export const isUnread = (record: unknown): record is UnreadableRecord | GoneRecord =>
  record instanceof UnreadableRecord || record instanceof GoneRecord;

/** A record as it was read, and a moment of the orchestrator's database before that, where one is known. */
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
  /** Reads all records, or continues behind a cursor. `onCount` gets the count that AccuLynx gives. */
  read(from: Cursor | null, onCount: (count: number) => void): RecordReading<Source>;
}

/** Tells the latest moment of the orchestrator's database that was received, if any was. */
export type DatabaseTime = () => string | undefined;

/** When records were asked for: before the call for their page, so that what changed since then may be missing in them. */
export class ReadMoments {
  readonly #databaseTime: DatabaseTime;
  readonly #moments = new WeakMap<object, string>();

  constructor(databaseTime: DatabaseTime = () => undefined) {
    this.#databaseTime = databaseTime;
  }

  /** The same calls for pages, whose records are known by their moment from then on. */
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

  /** When a record was asked for; undefined where that is not known. */
  of(record: object): string | undefined {
    return this.#moments.get(record);
  }
}

/** Whether a record is handed on, by its id; asked of each record that a reading meets. */
export type TakeRecord = (id: string) => boolean;

/** What a list of records is read with, where it is not as usual. */
interface SourceOptions {
  readonly databaseTime?: DatabaseTime | undefined;
  /** So many pages are read side by side. */
  readonly ahead?: number | undefined;
  /** Without it, all records are handed on. */
  readonly take?: TakeRecord | undefined;
}

/** Reads records by calls that give a page of their list. */
export function recordSource<Source extends { readonly id: string }>(
  fetchPage: FetchPage<Source | UnreadableRecord>,
  spec: ListSpec,
  { databaseTime, ahead = pagesAhead, take = () => true }: SourceOptions = {},
): RecordSource<Source> {
  const moments = new ReadMoments(databaseTime);
  const fetch = moments.fetching(fetchPage);
  return {
    read(from, onCount) {
      // A cursor of another form than today's: what is planned is known, so reading from the start loses nothing.
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
