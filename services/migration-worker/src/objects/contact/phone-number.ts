import type { AcculynxPhoneNumber } from '@ridgeline/acculynx';
import { cleanText } from '../../hubspot-io/clean-text.ts';

/**
 * A number in E.164 where it is one of North America (AccuLynx' home: ten digits, or eleven from 1), else as it was
 * typed; an extension follows as HubSpot writes it. null without digits.
 */
export function formatPhone({ number, ext }: Pick<AcculynxPhoneNumber, 'number' | 'ext'>): string | null {
  const typed = cleanText(number);
  const digits = typed?.replace(/\D/g, '') ?? '';
  if (typed === null || digits === '') return null;
  const national = /^1?([2-9]\d{9})$/.exec(digits)?.[1];
  const plain = /^[\d\s().+-]+$/.test(typed);
  const formatted = national && plain ? `+1${national}` : typed;
  const extension = cleanText(ext);
  return extension === null ? formatted : `${formatted} ext. ${extension}`;
}

/** The mobile number, and the best other one: the primary, else the first. */
export function choosePhones(numbers: readonly AcculynxPhoneNumber[]): {
  readonly phone: string | null;
  readonly mobile: string | null;
} {
  const best = (mobile: boolean): string | null =>
    numbers
      .filter(({ type }) => (type?.toLowerCase() === 'mobile') === mobile)
      .sort((a, b) => Number(b.primary) - Number(a.primary))
      .map(formatPhone)
      .find((number) => number !== null) ?? null;
  return { phone: best(false), mobile: best(true) };
}
