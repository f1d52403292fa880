import { crc32 } from 'node:zlib';
import type { RecordValues } from '@ridgeline/contracts/internal';

/**
 * Marks identify what was written to a HubSpot record without storing the values (ADR 78): per value, three bytes for its
 * property's name and four for its form. If there are two marks for one property, the later one counts, so that marks can
 * simply be appended.
 */

/**
 * A value in comparable form: two values of a property are the same if their forms are equal. Null for values that belong to
 * HubSpot once set; no mark is kept for them.
 */
export type ValueForm = (property: string, value: string) => string | null;

/** The comparable form of a value: blanks around it, or another encoding of the same characters, make no difference. */
export const comparable = (value: string): string => value.normalize('NFC').trim();

const nameBytes = 3;
const valueBytes = 4;
const markBytes = nameBytes + valueBytes;

/** The marks of a record: the value's mark by the property's mark. */
export type ReadMarks = ReadonlyMap<number, number>;

const nameMarks = new Map<string, number>();

/** The mark of a property's name. No two properties that are written have the same one (a test compares them). */
export function nameMark(property: string): number {
  const known = nameMarks.get(property) ?? crc32(property) & 0xffffff;
  nameMarks.set(property, known);
  return known;
}

/** The mark of a value in comparable form. */
export const valueMark = (form: string): number => crc32(form);

/** The marks of values, except those that belong to HubSpot once set. */
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

/** The marks in base64, concatenated. */
export const joinMarks = (...marks: readonly string[]): string =>
  Buffer.concat(marks.map((some) => Buffer.from(some, 'base64'))).toString('base64');

/** Decodes marks from base64. */
export function readMarks(text: string): ReadMarks {
  const marks = Buffer.from(text, 'base64');
  const read = new Map<number, number>();
  for (let at = 0; at + markBytes <= marks.length; at += markBytes)
    read.set(marks.readUIntBE(at, nameBytes), marks.readUInt32BE(at + nameBytes));
  return read;
}
