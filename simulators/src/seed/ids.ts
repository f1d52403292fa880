import { mix } from '../determinism/random.ts';

const hex = (value: number, digits: number): string =>
  (value >>> 0).toString(16).padStart(8, '0').slice(-digits);

/** A random-looking version 4 UUID that depends only on its arguments. */
export function uuidFrom(seed: number, index: number, salt: number): string {
  const words = [0, 1, 2, 3].map((word) => mix(mix(seed, index), salt * 4 + word)) as [
    number,
    number,
    number,
    number,
  ];
  const variant = ((words[2] >>> 28) & 0x3) | 0x8;
  return [
    hex(words[0], 8),
    hex(words[1], 4),
    `4${hex(words[1] >>> 16, 3)}`,
    `${variant.toString(16)}${hex(words[2], 3)}`,
    `${hex(words[2] >>> 12, 4)}${hex(words[3], 8)}`,
  ].join('-');
}

const FIRST_CONTACT = 0x0b54c0aa;

/** The part of a contact's id that all contacts of one company share. */
function contactSuffix(seed: number): string {
  return `91d2-ef11-8f6e-${hex(mix(seed, 1), 4)}${hex(mix(seed, 2), 8)}`;
}

/**
 * The id of a company's nth contact. AccuLynx's contact ids count upwards in their first group (docs/vendors/acculynx.md,
 * 4), which here also allows an id to be converted back to the index, so that no table of all ids is needed.
 */
export function contactIdAt(seed: number, index: number): string {
  return `${hex(FIRST_CONTACT + index, 8)}-${contactSuffix(seed)}`;
}

/** So far beyond any contact's index that no contact ever has one of these ids. */
const ABSENT = 0x4000_0000;

/** The id of a contact that was deleted; a job may still name it. */
export const absentContactId = (seed: number, index: number): string => contactIdAt(seed, ABSENT + index);

/** The index that `contactIdAt` was given, or null for an id of another origin. */
export function contactIndexOf(seed: number, id: string): number | null {
  if (id.length !== 36 || id.slice(9) !== contactSuffix(seed)) return null;
  const index = Number.parseInt(id.slice(0, 8), 16) - FIRST_CONTACT;
  return Number.isNaN(index) || index < 0 ? null : index;
}
