import type { WrittenRecord } from '@ridgeline/contracts/internal';
import { z } from 'zod';
import type { DatabaseTime, RecordSource } from '../vendors/record-source.ts';
import type { FollowedWrites } from './followed-writes.ts';
import type { TiesOfRecords } from './ties.ts';

/** A record to undo. */
export interface WrittenSource {
  readonly sourceId: string;
  readonly written: WrittenRecord;
  /** The ties of the created records on its page: read once for all of them. */
  readonly ties: () => Promise<TiesOfRecords>;
}

/** Dependencies of reading a kind's written records. */
export interface WrittenSourceParts {
  readonly kind: string;
  readonly followed: Pick<FollowedWrites, 'written'>;
  /** Reads the ties of records. */
  readonly readTies: (hubspotIds: readonly string[]) => Promise<TiesOfRecords>;
  readonly databaseTime: DatabaseTime;
}

/** Where reading continues: before this batch. */
const cursorSchema = z.object({ before: z.int().positive() });

/** Nothing comes before the first batch. */
const end = 1;

/** What a migration wrote of its own kind, as a source: the last batch first. It no longer changes. */
export function writtenSource(parts: WrittenSourceParts): RecordSource<WrittenSource> {
  return {
    read(from, onCount) {
      let total = 0;
      let read = 0;
      return {
        get summary() {
          return {
            distinctRead: read,
            foundAtEnd: total,
            countedBySource: total,
            gap: 0,
            passes: 1,
            shifted: false,
            heldStill: true,
          };
        },
        hasChanged: () => Promise.resolve(false),
        async *[Symbol.asyncIterator]() {
          let before = cursorSchema.safeParse(from).data?.before ?? null;
          for (let isOver = false; !isOver;) {
            const readAt = parts.databaseTime();
            const page = await parts.followed.written(parts.kind, before);
            total = page.total;
            read += page.records.length;
            onCount(total);
            const here = before === null ? null : { before };
            const behind = { before: page.next ?? end };
            const ties = tiesOnce(page.records, parts);
            yield page.records.map((written, place) => ({
              record: { sourceId: written.plan.sourceId, written, ties },
              cursor: place === page.records.length - 1 ? behind : here,
              readAt,
            }));
            before = page.next;
            isOver = before === null;
          }
        },
      };
    },
  };
}

function tiesOnce(
  records: readonly WrittenRecord[],
  { readTies }: Pick<WrittenSourceParts, 'readTies'>,
): WrittenSource['ties'] {
  let asked: Promise<TiesOfRecords> | null = null;
  const created = records.flatMap(({ plan, outcome }) =>
    plan.action === 'create' ? (outcome.hubspotId ?? []) : [],
  );
  return () => (asked ??= readTies(created));
}
