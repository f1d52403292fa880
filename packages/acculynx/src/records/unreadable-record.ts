import { createHash } from 'node:crypto';
import { z } from 'zod';
import { text } from './lenient.ts';

/** What is known of a record that AccuLynx returns in an unreadable form. */
export class UnreadableRecord {
  /** Its own id; without one, an id that stays the same as long as AccuLynx returns the same content. */
  readonly id: string;
  /** Its display name, as far as it is readable. */
  readonly name: string | null;
  /** The faulty field; empty if the whole item is not a record. */
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

/** A record parsed by the schema, or what is known of an unreadable one; `elseId` is used where it has no id. */
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

/** The prefix of ids that AccuLynx did not assign. */
const madeUp = 'unreadable/';

/** Whether an id was made up for an item without one: the item cannot be requested. */
export const isMadeUpId = (id: string): boolean => id.startsWith(madeUp);

const isEmpty = (item: unknown): boolean =>
  typeof item !== 'object' || Object.values(item ?? {}).every((value) => (value ?? '') === '');

/**
 * The id for an item without one, which no AccuLynx record has: a hash of its content, so that it stays the same when the
 * list shifts; an empty item is identified by its position on the page.
 */
export function idWithout(item: unknown, place: number): string {
  const contents = JSON.stringify(isEmpty(item) ? [item, place] : item);
  return `${madeUp}${createHash('sha256').update(contents).digest('hex').slice(0, 16)}`;
}
