import { createHash } from 'node:crypto';
import { z } from 'zod';
import { text } from './lenient.ts';

/** What is known of a record that AccuLynx hands out in a form that cannot be read. */
export class UnreadableRecord {
  /** Its own id; without one, an id that stays the same as long as AccuLynx hands out the same. */
  readonly id: string;
  /** What people call it, as far as that can be read. */
  readonly name: string | null;
  /** The field at fault; empty where the whole of it is no record. */
  readonly field: string;

  constructor({ id, name, field }: Pick<UnreadableRecord, 'id' | 'name' | 'field'>) {
    this.id = id;
    this.name = name;
    this.field = field;
  }
}

const none = { id: null, jobName: null, firstName: null, lastName: null, companyName: null };
const knownSchema = z
  .object({ id: text, jobName: text, firstName: text, lastName: text, companyName: text })
  .catch(none)
  .transform(({ id, jobName, firstName, lastName, companyName }) => ({
    id,
    name: [[jobName], [firstName, lastName], [companyName]]
      .map((parts) => parts.filter((part) => part !== null).join(' '))
      .find((name) => name !== ''),
  }));

/** A record as the schema reads it, or what is known of one that it cannot read; `elseId` is the id where it has none. */
export function readRecord<S extends z.ZodType>(
  schema: S,
  record: unknown,
  elseId: () => string,
): z.output<S> | UnreadableRecord {
  const read = schema.safeParse(record);
  if (read.success) return read.data;
  const { id, name = null } = knownSchema.parse(record);
  const field = read.error.issues[0]?.path.join('.') ?? '';
  return new UnreadableRecord({ id: id ?? elseId(), name, field });
}

/** What ids begin with that AccuLynx did not give. */
const madeUp = 'unreadable/';

/** Whether an id is of an item that has none in AccuLynx: it cannot be asked for. */
export const isMadeUpId = (id: string): boolean => id.startsWith(madeUp);

const isEmpty = (item: unknown): boolean =>
  typeof item !== 'object' || Object.values(item ?? {}).every((value) => (value ?? '') === '');

/**
 * The id of an item without one, which no record of AccuLynx has: a hash of its content, so that it stays the same where
 * the list shifts it; an empty item is identified by its place on the page.
 */
export function idWithout(item: unknown, place: number): string {
  const contents = JSON.stringify(isEmpty(item) ? [item, place] : item);
  return `${madeUp}${createHash('sha256').update(contents).digest('hex').slice(0, 16)}`;
}
