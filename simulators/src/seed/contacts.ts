import { drawAddress, type Address } from './addresses.ts';
import { emailsAt, type EmailAddress } from './emails.ts';
import { contactIdAt } from './ids.ts';
import { drawName } from './names.ts';
import { drawPhones, type PhoneNumber } from './phones.ts';
import { mix, mulberry32 } from '../determinism/random.ts';
import { contactTypes } from './settings-lists.ts';

/** A contact as AccuLynx knows it, with what its API can write but never reads back (types, creation time). */
export interface Contact {
  readonly id: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly salutation: string | null;
  readonly companyName: string | null;
  readonly crossReference: string | null;
  readonly phoneNumbers: readonly PhoneNumber[];
  readonly emailAddresses: readonly EmailAddress[];
  readonly mailingAddress: Address | null;
  readonly billingAddress: Address | null;
  readonly contactTypeIds: readonly string[];
  readonly createdDate: string;
}

const FIRST_DAY = Date.UTC(2022, 0, 3, 14);
const MINUTE = 60_000;

/** UTC to the second, as the REST answers write times. */
export const toSecond = (epochMs: number): string => `${new Date(epochMs).toISOString().slice(0, 19)}Z`;

/** The moment at which the nth contact was entered: about one every twenty minutes, always ascending. */
const createdAt = (index: number, jitter: number): number =>
  FIRST_DAY + (index * 20 + Math.floor(jitter * 19)) * MINUTE;

const indexAt = (epochMs: number): number => Math.floor((epochMs - FIRST_DAY) / MINUTE / 20);

/** The range of indexes that contains all seeded contacts entered between two UTC days. */
export function indexesOfDays(firstDay: string, lastDay: string): { from: number; until: number } {
  const endOfLastDay = Date.parse(`${lastDay}T00:00:00Z`) + 24 * 60 * MINUTE;
  return {
    from: Math.max(0, indexAt(Date.parse(`${firstDay}T00:00:00Z`)) - 1),
    until: Math.max(0, indexAt(endOfLastDay) + 1),
  };
}

/** Computes the nth contact of a company from its seed alone; nothing is stored, so any size costs the same. */
export function contactAt(seed: number, index: number): Contact {
  const random = mulberry32(mix(seed, index));
  const name = drawName(random);
  const mailingAddress = drawAddress(random);
  const types = contactTypes();
  return {
    id: contactIdAt(seed, index),
    firstName: name.firstName,
    lastName: name.lastName,
    salutation: name.salutation,
    companyName: name.companyName,
    crossReference: random() < 0.1 ? `crm-${10_000 + index}` : null,
    phoneNumbers: drawPhones(random, seed, index),
    emailAddresses: emailsAt(seed, index),
    mailingAddress,
    billingAddress: random() < 0.7 ? mailingAddress : drawAddress(random),
    contactTypeIds: [types[Math.floor(random() * types.length)]?.id ?? ''],
    createdDate: toSecond(createdAt(index, random())),
  };
}
