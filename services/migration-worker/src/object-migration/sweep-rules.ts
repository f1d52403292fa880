import type { UnreadableRecord } from '@ridgeline/acculynx';
import type { ConnectionSecrets, Cursor, SweepOrder, SweptRecord } from '@ridgeline/contracts/internal';
import { GoneRecord, type RecordSource } from '../vendors/record-source.ts';
import type { AcculynxAccess } from '../vendors/run-vendors.ts';

/** The input of a kind's sweep. */
export interface SweepQuestion {
  readonly acculynx: AcculynxAccess;
  readonly order: Pick<SweepOrder, 'pass' | 'after' | 'cursor'>;
  /** The connection's settings for deals. */
  readonly deals: ConnectionSecrets['deals'];
  readonly signal: AbortSignal;
}

/** A page as a sweep reports it. */
export interface SweptPage {
  readonly records: readonly SweptRecord[];
  /** Where reading continues after it; null if it cannot. */
  readonly cursor: Cursor | null;
  /** A database time of the orchestrator before it was read; undefined if none is known. */
  readonly readAt: string | undefined;
}

/**
 * The number of concurrent page requests of a sweep. Its calls wait for their turn anyway, and each one that waits for its
 * key's share would keep calls of other keys from the share of the address.
 */
export const sweptAtOnce = 1;

/** All records of a source, or those after a cursor; records without a state are left out. */
export async function* sweptSource<Source>(
  source: RecordSource<Source>,
  cursor: Cursor | null,
  swept: (record: Source | UnreadableRecord) => SweptRecord | null,
): AsyncGenerator<SweptPage> {
  for await (const page of source.read(cursor, () => undefined))
    yield {
      records: page.flatMap(({ record }) => (record instanceof GoneRecord ? [] : (swept(record) ?? []))),
      cursor: page.at(-1)?.cursor ?? null,
      readAt: page[0]?.readAt,
    };
}
