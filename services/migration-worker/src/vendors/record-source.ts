import {
  readingCursorSchema,
  readList,
  type AcculynxClient,
  type AcculynxOutcome,
  type FetchPage,
  type ListReading,
  type ListSpec,
  type UnreadableRecord,
} from '@ridgeline/acculynx';
import type { Cursor } from '@ridgeline/contracts/internal';
import { statusText } from '@ridgeline/vendor-http';
import { RunFailed } from '../base/run-errors.ts';
import { reading, type RunVendorClient } from './run-vendor-client.ts';

/** So many pages are on their way side by side: at half a second a page, as many as AccuLynx admits in that time. */
const pagesAhead = 6;

/** AccuLynx for one run; `Calls` are those of its client that are used. */
export interface AcculynxAccess<Calls extends keyof AcculynxClient = keyof AcculynxClient> {
  readonly client: Pick<AcculynxClient, Calls>;
  readonly calls: Pick<RunVendorClient, 'settle'>;
  /** No call is begun any more once it is aborted. */
  readonly stopping: AbortSignal;
}

/** The records of one kind as a run reads them. */
export interface RecordSource<Source> {
  /** Reads all records, or goes on behind a cursor. `onCount` is told what AccuLynx counts. */
  read(from: Cursor | null, onCount: (count: number) => void): ListReading<Source | UnreadableRecord, Cursor>;
}

/** Reads records by calls that give a page of their list. */
export function recordSource<Source extends { readonly id: string }>(
  fetchPage: FetchPage<Source | UnreadableRecord>,
  spec: ListSpec,
): RecordSource<Source> {
  return {
    read(from, onCount) {
      // A cursor of another form than today's: what is planned is known, so reading from the start loses nothing.
      const cursor = readingCursorSchema.safeParse(from).data ?? null;
      return readList(fetchPage, spec, { from: cursor, ahead: pagesAhead, onCount });
    },
  };
}

/**
 * Asks AccuLynx for as long as it takes, or until what is asked for is unwanted. An answer that it rejects ends the run,
 * because to skip it would lose records; `many` is what they are called.
 */
export async function askAcculynx<Value>(
  { calls, stopping }: Pick<AcculynxAccess, 'calls' | 'stopping'>,
  many: string,
  call: (signal: AbortSignal) => Promise<AcculynxOutcome<Value>>,
  unwanted: AbortSignal = stopping,
): Promise<Value> {
  const answer = await calls.settle(reading(AbortSignal.any([stopping, unwanted])), call);
  if (answer.outcome === 'ok') return answer.value;
  const { status, message, traceId } = answer.problem;
  const words = message === '' ? '.' : `: ${message}`;
  const trace = traceId ? ` (AccuLynx trace id: ${traceId})` : '';
  throw new RunFailed(
    `AccuLynx did not hand out its ${many}. It answered ${statusText(status)}${words}${trace}`,
  );
}
