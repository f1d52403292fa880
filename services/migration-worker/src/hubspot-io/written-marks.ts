import { crc32 } from 'node:zlib';
import type { RecordValues } from '@ridgeline/contracts/internal';

/*
 * Marks say what was written to a HubSpot record without holding it (ADR 78): for each value three bytes of its property's name and
 * four of its form. Of two marks of one property the later one counts, so that marks can be added to others.
 */

/**
 * A value in the form in which it compares: two values of a property with one form are the same. Null for what is HubSpot's own
 * once it is set, of which no mark is kept.
 */
export type ValueForm = (property: string, value: string) => string | null;

/** Values as they compare: blanks around a value, or another form of the same characters, are no difference. */
export const comparable = (value: string): string => value.normalize('NFC').trim();

const nameBytes = 3;
const valueBytes = 4;
const markBytes = nameBytes + valueBytes;

/** Marks as they are known of a record: by the property's mark, that of the value. */
export type ReadMarks = ReadonlyMap<number, number>;

const nameMarks = new Map<string, number>();

/** The mark of a property's name. No two properties that are written have the same one (a test compares them). */
export function nameMark(property: string): number {
  const known = nameMarks.get(property) ?? crc32(property) & 0xffffff;
  nameMarks.set(property, known);
  return known;
}

/** The mark of a value in the form in which it compares. */
export const valueMark = (form: string): number => crc32(form);

/** The marks of values; what is HubSpot's own once it is set has none. */
export function marksOf(values: RecordValues, form: ValueForm): Uint8Array {
  const marked = Object.entries(values).flatMap(([property, value]) => {
    const compared = form(property, value);
    return compared === null ? [] : [{ name: nameMark(property), value: valueMark(compared) }];
  });
  const marks = Buffer.alloc(marked.length * markBytes);
  for (const [index, { name, value }] of marked.entries()) {
    marks.writeUIntBE(name, index * markBytes, nameBytes);
    marks.writeUInt32BE(value, index * markBytes + nameBytes);
  }
  return marks;
}

/** The marks in base64, one behind the other. */
export const joinMarks = (...marks: readonly string[]): string =>
  Buffer.concat(marks.map((some) => Buffer.from(some, 'base64'))).toString('base64');

/** Marks in base64, read. */
export function readMarks(text: string): ReadMarks {
  const marks = Buffer.from(text, 'base64');
  const read = new Map<number, number>();
  for (let at = 0; at + markBytes <= marks.length; at += markBytes)
    read.set(marks.readUIntBE(at, nameBytes), marks.readUInt32BE(at + nameBytes));
  return read;
}
