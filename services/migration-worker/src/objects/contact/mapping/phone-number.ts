import type { AcculynxPhoneNumber } from '@ridgeline/acculynx';
import { cleanText } from '@ridgeline/hubspot';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Where a contact's phone numbers go. */
export interface ChosenPhones {
  /** The best number that is not mobile: the primary one, or else the first. */
  readonly phone: string | null;
  /** The best mobile number. */
  readonly mobile: string | null;
  /** All numbers that HubSpot's own fields do not hold, in AccuLynx' order, as text. */
  readonly others: readonly string[];
}

/**
 * A valid number in E.164 format, read as a number of AccuLynx' home country if it names none; anything else as typed,
 * including text with words or a second number. An extension is appended in HubSpot's notation. null without digits.
 */
export function formatPhone({ number, ext }: Pick<AcculynxPhoneNumber, 'number' | 'ext'>): string | null {
  const typed = cleanText(number);
  if (typed === null || !/\p{Nd}/u.test(typed)) return null;
  const parsed = parsePhoneNumberFromString(typed, { defaultCountry: 'US', extract: false });
  const isValid = parsed?.isValid() ?? false;
  const extensions = new Set([isValid ? parsed?.ext : null, cleanText(ext)].flatMap((part) => part ?? []));
  const extension = [...extensions].join(', ');
  const formatted = isValid ? (parsed?.number ?? typed) : typed;
  return extension === '' ? formatted : `${formatted} ext. ${extension}`;
}

/** The text that is copied instead of a phone number that has no digits. */
function textOf({ number, ext }: AcculynxPhoneNumber): string | null {
  const extension = cleanText(ext);
  const parts = [cleanText(number), extension && `ext. ${extension}`].filter((part) => part !== null);
  return cleanText(parts.join(' '));
}

/** Chooses HubSpot's two numbers; a duplicate of a chosen number is not listed among the others. */
export function choosePhones(numbers: readonly AcculynxPhoneNumber[]): ChosenPhones {
  // Each number is parsed once: parsing is the most expensive part of mapping a contact.
  const read = numbers.map((number) => ({ number, formatted: formatPhone(number) }));
  const best = (mobile: boolean): string | null =>
    read
      .filter(({ number }) => (number.type?.toLowerCase() === 'mobile') === mobile)
      .sort((a, b) => Number(b.number.primary) - Number(a.number.primary))
      .find(({ formatted }) => formatted !== null)?.formatted ?? null;
  const phone = best(false);
  const mobile = best(true);
  const all = new Set(read.flatMap(({ number, formatted }) => formatted ?? textOf(number) ?? []));
  return { phone, mobile, others: [...all].filter((text) => text !== phone && text !== mobile) };
}
