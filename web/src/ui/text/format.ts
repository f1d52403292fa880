/** How numbers and times read. Pure; times are ISO 8601 or epoch milliseconds. */

import { locale } from '@ridgeline/contracts';

const oneDecimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const clock = new Intl.DateTimeFormat(locale, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
});
const timeOfDay = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

export { capitalized, formatCount, formatList, formatRecords } from '@ridgeline/contracts';

/** `84.5`: records a second. */
export const formatRate = (perSecond: number): string => oneDecimal.format(perSecond);

/** `8 s`, `2 min 10 s`, `1 h 5 min`. Parts of a second are rounded up, so that nothing lasts 0 s. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return withRest(`${minutes} min`, seconds % 60, 's');
  return withRest(`${Math.floor(minutes / 60)} h`, minutes % 60, 'min');
}

const withRest = (main: string, rest: number, unit: string) =>
  rest === 0 ? main : `${main} ${rest} ${unit}`;

/** `Nov 21, 2025, 8:07 AM` */
export const formatMoment = (time: string): string => moment.format(new Date(time));

/** `Nov 21, 2025` */
export const formatDay = (time: string): string => day.format(new Date(time));

/** `08:07:31`, for lines of a log that lie close together. */
export const formatClock = (time: string): string => clock.format(new Date(time));

/** `8:07 AM` */
export const formatTimeOfDay = (time: number): string => timeOfDay.format(new Date(time));

const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** From this age on a date says more than a number of days. */
const longAgo = 30 * 86_400_000;

/**
 * `just now`, `12 seconds ago`, `5 minutes ago`, `yesterday`, and after a month `Nov 21, 2025`. A time slightly ahead of
 * this clock is 'just now'.
 */
export function formatAgo(time: string, now: number): string {
  const age = now - Date.parse(time);
  if (age < 3000) return 'just now';
  if (age >= longAgo) return formatDay(time);
  for (const [unit, ms] of units) if (age >= ms) return relative.format(-Math.floor(age / ms), unit);
  return relative.format(-Math.floor(age / 1000), 'second');
}

/** `in 12 seconds`, `in 11 minutes`; a past time is 'now'. */
export function formatUntil(time: string, now: number): string {
  const left = Date.parse(time) - now;
  if (left < 1_000) return 'now';
  for (const [unit, ms] of units) if (left >= ms) return relative.format(Math.round(left / ms), unit);
  return relative.format(Math.round(left / 1000), 'second');
}

/** Whole percent of `part` in `all`: never above 100, 0 without a whole, and 100 only when nothing is left. */
export function percentOf(part: number, all: number): number {
  if (all <= 0) return 0;
  return Math.min(100, Math.floor((part / all) * 100));
}
