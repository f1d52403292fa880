import type { Migration } from '@ridgeline/contracts';
import { formatMoment, formatTimeOfDay } from '../../../ui/text/format.ts';

/** `at 9:25 PM`, or `on Nov 21, 2026, 9:25 PM` if the day differs from that of `now`. */
function whenText(time: string, now: number): string {
  const isToday = new Date(time).toDateString() === new Date(now).toDateString();
  return isToday ? `at ${formatTimeOfDay(Date.parse(time))}` : `on ${formatMoment(time)}`;
}

/**
 * That a migration lost its worker, and when, and that another one resumed it; null where none was lost. Servers of earlier
 * releases do not say.
 */
export function interruptionText(
  { interruption = null }: Partial<Pick<Migration, 'interruption'>>,
  now: number,
): string | null {
  if (interruption === null) return null;
  const { at, resumedAt, times } = interruption;
  const when = whenText(at, now);
  const lead = times === 1 ? `Interrupted ${when}` : `Interrupted ${String(times)} times, last ${when}`;
  return resumedAt === null ? lead : `${lead}, continued automatically`;
}

/** When a run that waits for a vendor retries; `until` is null if that is unknown. */
export function waitText(until: string | null, now: number): string {
  const leftMs = until === null ? 0 : Date.parse(until) - now;
  if (until === null || leftMs < 1_000) return 'It resumes automatically; nothing is lost.';
  const when = leftMs < 60_000 ? `in ${String(Math.round(leftMs / 1_000))} s` : whenText(until, now);
  return `It tries again automatically ${when}; nothing is lost.`;
}
