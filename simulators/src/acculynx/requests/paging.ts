import type { Settings } from '../../configuration/settings.ts';
import { refuse } from '../answers/errors.ts';

export type Quirks = Settings['acculynx']['quirks'];

export interface Page<T> {
  readonly count: number;
  readonly pageSize: number;
  readonly pageStartIndex: number;
  readonly items: T[];
}

/** A number from 0 on from the query; a lower one is a 400, text in place of a number a 404 (or, by switch, a 400). */
export function wholeNumber(query: URLSearchParams, name: string, fallback: number, quirks: Quirks): number {
  const text = query.get(name);
  if (text === null) return fallback;
  if (/^-\d{1,9}$/.test(text)) refuse(400, `'${name}' must not be less than 0.`);
  if (!/^\d{1,9}$/.test(text)) {
    return refuse(
      Number(quirks.wrongType),
      `The value '${text}' could not be converted to a whole number for '${name}'.`,
    );
  }
  return Number(text);
}

export function pageSizeOf(
  query: URLSearchParams,
  sizes: { fallback: number; cap: number },
  quirks: Quirks,
): number {
  const size = wholeNumber(query, 'pageSize', sizes.fallback, quirks);
  if (size > sizes.cap)
    refuse(Number(quirks.pageTooLarge), `Page Size must not be greater than ${sizes.cap}.`);
  if (size < 1) refuse(400, 'Page Size must be greater than 0.');
  return size;
}

/** Pages through rows by record offset, the kind that settings lists and jobs use. */
export function byRecordOffset<T>(rows: readonly T[], start: number, pageSize: number): Page<T> {
  return { count: rows.length, pageSize, pageStartIndex: start, items: rows.slice(start, start + pageSize) };
}

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** A day in the only accepted form; returns it unchanged. */
export function day(text: string, name: string): string {
  const parsed = DAY.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  const real = parsed !== null && !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
  return real ? text : refuse(400, `${name} must be a valid date in the format YYYY-MM-DD.`);
}
