import { firstAnswer, recordKinds } from './kinds.ts';
import { locale } from './locale.ts';
import type { Noun, RecordKind } from './object-type.ts';

const whole = new Intl.NumberFormat(locale);
const list = new Intl.ListFormat(locale);

/** `12,345` */
export const formatCount = (count: number): string => whole.format(count);

/** `a, b, and c` */
export const formatList = (names: readonly string[]): string => list.format(names);

/** `12,345 contacts`, `1 contact` */
export const formatRecords = (count: number, { one, many }: Noun): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** `Contacts`, where a sentence or a heading begins. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The noun for the records of one of HubSpot's objects, by the object's name. */
export const nounOfObject = (object: string): Noun =>
  recordKinds.find(({ hubspotObject }) => hubspotObject?.name === object)?.hubspotNoun ?? {
    one: object,
    many: object,
  };

/** A name for programs as words: `some_new_reason` as `some new reason`. */
export const nameInWords = (name: string): string =>
  name
    .replaceAll(/[._-]+/g, ' ')
    .trim()
    .toLowerCase();

/**
 * A reason's code as a sentence: this kind's words, else those of another kind; a code that is known nowhere here still
 * reads as words.
 */
export function reasonInWords(code: string, kind: string): string {
  return capitalized(firstAnswer(kind, (one) => reasonOf(code, one)) ?? nameInWords(code));
}

function reasonOf(code: string, { reasons: { failed, skipped, warned } }: RecordKind): string | undefined {
  const texts: Readonly<Record<string, { readonly words: string }>> = { ...warned, ...skipped, ...failed };
  return texts[code]?.words;
}
