import type { UnreadableRecord } from '@ridgeline/acculynx';
import type { ConnectionSecrets, Cursor, SweepOrder, SweptRecord } from '@ridgeline/contracts/internal';
import { GoneRecord, type RecordSource } from '../vendors/record-source.ts';
import type { AcculynxAccess } from '../vendors/run-vendors.ts';

/** What is asked of a kind in a sweep. */
export interface SweepQuestion {
  readonly acculynx: AcculynxAccess;
  readonly order: Pick<SweepOrder, 'pass' | 'after' | 'cursor'>;
  /** How the connection wants deals to be made. */
  readonly deals: ConnectionSecrets['deals'];
  readonly signal: AbortSignal;
}

/** A page as a sweep reports it. */
export interface SweptPage {
  readonly records: readonly SweptRecord[];
  /** Where reading continues behind it; null where it cannot. */
  readonly cursor: Cursor | null;
  /** A moment of the orchestrator's database before it was read; undefined while none is known. */
  readonly readAt: string | undefined;
}

/**
 * So many pages of a sweep are asked for side by side. Its calls wait for their turn anyway, and each one that waits for its
 * key's share would keep those of other keys from the share of the address.
 */
export const sweptAtOnce = 1;

/** All records of a source, or those behind a cursor; those without a state are left out. */
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
