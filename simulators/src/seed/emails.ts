import { uuidFrom } from './ids.ts';
import { mailboxName } from './names.ts';
import { mix, mulberry32, pick } from '../determinism/random.ts';

/** Domains reserved for examples, below top-level domains that exist. */
const DOMAINS = [
  'example.com',
  'example.net',
  'example.org',
  'mail.example.com',
  'inbox.example.net',
  'office.example.org',
];
const BAD_TOP_LEVELS = ['con', 'lcom', 'cmo', 'None'];
const MALFORMED = [
  '@',
  'n/a',
  'none',
  'no email',
  '@example.com',
  'two@@example.com',
  'comma@example,com',
  'missing.at.example.com',
];
const EMAIL_TYPES = ['Personal', 'Personal', 'Work', 'Other'];

export type EmailKind =
  | 'plain'
  | 'none'
  | 'shared'
  | 'shared-other-case'
  | 'bad-top-level'
  | 'malformed'
  | 'blanks-around'
  | 'several';

export interface EmailAddress {
  readonly id: string;
  readonly address: string;
  readonly type: string;
  readonly primary: boolean;
}

/** The share of each kind, cumulative; the rest is plain. */
const SHARES: readonly (readonly [EmailKind, number])[] = [
  ['none', 0.08],
  ['shared', 0.1],
  ['shared-other-case', 0.11],
  ['bad-top-level', 0.115],
  ['malformed', 0.12],
  ['blanks-around', 0.125],
  ['several', 0.165],
];

/** What sort of email the nth contact has; the first one is always plain, so that the others can share it. */
export function emailKindAt(seed: number, index: number): EmailKind {
  if (index === 0) return 'plain';
  const draw = mix(seed ^ 0x0e3a11, index) / 2 ** 32;
  return SHARES.find(([, upTo]) => draw < upTo)?.[0] ?? 'plain';
}

/** An address of the nth contact's own: the index in it makes it unique within its company. */
function ownAddress(seed: number, index: number): string {
  const random = mulberry32(mix(seed ^ 0x0add2e55, index));
  const mailbox = mailboxName(random);
  const cased = random() < 0.1 ? mailbox : mailbox.toLowerCase();
  return `${cased}${index.toString(36)}@${pick(random, DOMAINS)}`;
}

/** The nearest earlier contact, going back from a drawn distance, that has an address of its own to share. */
function sharingPartner(seed: number, index: number): number {
  let partner = Math.max(0, index - 1 - (mix(seed ^ 0x5a2ed, index) % 40));
  while (emailKindAt(seed, partner) !== 'plain') partner -= 1;
  return partner;
}

/** Two contacts with one address, the earlier one first: the first such pair from an index on, or null. */
export function sharedEmailPair(seed: number, from: number, count: number): [number, number] | null {
  for (let step = 0; step < count; step += 1) {
    const index = (from + step) % count;
    if (emailKindAt(seed, index).startsWith('shared')) return [sharingPartner(seed, index), index];
  }
  return null;
}

function addressesOf(seed: number, index: number, kind: EmailKind): string[] {
  const own = ownAddress(seed, index);
  const random = mulberry32(mix(seed ^ 0x0badc0de, index));
  switch (kind) {
    case 'none':
      return [];
    case 'plain':
      return [own];
    case 'shared':
      return [ownAddress(seed, sharingPartner(seed, index))];
    case 'shared-other-case':
      return [ownAddress(seed, sharingPartner(seed, index)).toUpperCase()];
    case 'bad-top-level':
      return [own.replace(/[^.]+$/, pick(random, BAD_TOP_LEVELS))];
    case 'malformed':
      return [pick(random, MALFORMED)];
    case 'blanks-around':
      return [` ${own}  `];
    case 'several': {
      const others = ['alt.', 'old.'].slice(0, 1 + Math.floor(random() * 2));
      return [...others.map((prefix) => prefix + own), own];
    }
  }
}

/** The nth contact's email addresses. If there are several, the primary one is last. */
export function emailsAt(seed: number, index: number): EmailAddress[] {
  const addresses = addressesOf(seed, index, emailKindAt(seed, index));
  return addresses.map((address, place) => ({
    id: uuidFrom(seed, index, 100 + place),
    address,
    type: EMAIL_TYPES[mix(index, place) % EMAIL_TYPES.length] ?? 'Other',
    primary: place === addresses.length - 1,
  }));
}
