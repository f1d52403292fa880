import type { AcculynxEmailAddress } from '@ridgeline/acculynx';
import { cleanText } from '@ridgeline/hubspot';

/** The choice among a contact's email addresses. */
export interface ChosenEmail {
  /** In lower case, as HubSpot stores it; null when there is none that can be used. */
  readonly email: string | null;
  /** Whether AccuLynx holds any address at all, usable or not. */
  readonly given: boolean;
  /** The unusable addresses before the chosen one. */
  readonly invalid: readonly string[];
  /** All addresses as text, each once, in AccuLynx' order. */
  readonly all: readonly string[];
}

const localPart = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/;
const domainLabel = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const topLevel = /^([a-z]{2,24}|xn--[a-z0-9-]{2,59})$/;

/** Top-level domains that do not exist and are common typing errors; HubSpot rejects them (docs/vendors/hubspot.md, 8). */
const slips = new Set([
  ...[
    'con',
    'cmo',
    'ocm',
    'cim',
    'vom',
    'xom',
    'coml',
    'comm',
    'lcom',
    'clom',
    'copm',
    'conm',
    'ccom',
    'cpm',
  ],
  ...['nte', 'ner', 'nett', 'ent', 'met', 'ogr', 'orgg', 'rog', 'eduu', 'ed', 'none', 'null', 'invalid'],
]);

/**
 * Whether an address has the form of an email address and a plausible top-level domain. If in doubt, it accepts: when HubSpot
 * rejects an address, the contact is planned again without it, whereas a valid address dropped here would be lost.
 */
export function isPlausibleEmail(email: string): boolean {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at);
  const labels = email.slice(at + 1).split('.');
  const last = labels.at(-1) ?? '';
  return (
    at > 0 &&
    email.length <= 254 &&
    localPart.test(local) &&
    !local.startsWith('.') &&
    !local.endsWith('.') &&
    !local.includes('..') &&
    labels.length >= 2 &&
    labels.every((label) => domainLabel.test(label)) &&
    topLevel.test(last) &&
    !slips.has(last)
  );
}

/** Picks the primary address, or the first other usable one. */
export function chooseEmail(addresses: readonly AcculynxEmailAddress[]): ChosenEmail {
  const candidates = [...addresses]
    .sort((a, b) => Number(b.primary) - Number(a.primary))
    .map(({ address }) => address?.toWellFormed().trim().toLowerCase() ?? '')
    .filter((address) => address !== '');
  const chosen = candidates.findIndex(isPlausibleEmail);
  const texts = addresses.flatMap(({ address }) => cleanText(address) ?? []);
  return {
    email: candidates[chosen] ?? null,
    given: candidates.length > 0,
    invalid: chosen < 0 ? candidates : candidates.slice(0, chosen),
    all: [...new Map(texts.map((text) => [text.toLowerCase(), text])).values()],
  };
}
