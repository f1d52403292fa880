import { formatDay } from '../../../ui/text/format.ts';
import type { HistoryView } from './history-view.ts';

/** Days in the user's time zone, `2026-03-05`; null for an open end. */
export type Days = Pick<HistoryView, 'from' | 'to'>;

/** A range that begins so many days before today, and has no end. */
interface Preset {
  readonly label: string;
  /** Null: any time. */
  readonly daysBack: number | null;
}

const presets: readonly Preset[] = [
  { label: 'Any time', daysBack: null },
  { label: 'Today', daysBack: 0 },
  { label: 'Last 7 days', daysBack: 6 },
  { label: 'Last 30 days', daysBack: 29 },
];

/** The local date, `2026-03-05`. */
function dayOf(time: Date): string {
  const [month, date] = [time.getMonth() + 1, time.getDate()].map((part) => String(part).padStart(2, '0'));
  return [time.getFullYear(), month, date].join('-');
}

/** The ranges that have a name, as they are today. `now` is epoch milliseconds. */
export const namedRanges = (now: number): readonly (Days & { readonly label: string })[] =>
  presets.map(({ label, daysBack }) => {
    const today = new Date(now);
    const from =
      daysBack === null
        ? null
        : dayOf(new Date(today.getFullYear(), today.getMonth(), today.getDate() - daysBack));
    return { label, from, to: null };
  });

/** `Last 7 days`, `Mar 5, 2026 – Mar 9, 2026`, `Since Mar 5, 2026`, `Until Mar 9, 2026`. */
export function rangeText({ from, to }: Days, now: number): string {
  const named = namedRanges(now).find((range) => range.from === from && range.to === to);
  if (named) return named.label;
  if (from === null) return `Until ${dayText(to ?? '')}`;
  if (to === null) return `Since ${dayText(from)}`;
  return from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`;
}

/** Formatted at noon, so that no time zone shifts it to another day. */
const dayText = (day: string): string => formatDay(`${day}T12:00:00`);
