import type { CallsByUse, DayUse, LimitUse, Quota } from '@ridgeline/contracts';
import { formatCount, formatRecords, formatUntil } from '../../ui/text/format.ts';

/** A limit as it is shown. */
export interface LimitLook {
  /** `7 of 10 calls per second`. */
  readonly text: string;
  readonly used: number;
  readonly limit: number;
  /** Whose calls they are, and how many wait; each a short text. */
  readonly notes: readonly string[];
  /** When the next call may begin; null while there is room. */
  readonly freesAt: string | null;
}

const callNoun = { one: 'call', many: 'calls' } as const;

const useNames: Readonly<Record<keyof CallsByUse, string>> = {
  people: 'Checks by users',
  sync: 'Auto-sync',
  migration: 'Migrations',
  background: 'Comparisons',
};

/** `second`, `10 seconds`. */
const windowText = (ms: number): string => (ms === 1_000 ? 'second' : `${formatCount(ms / 1_000)} seconds`);

function usesOf(calls: CallsByUse | null): string[] {
  if (calls === null) return ['Another company uses this account too, so only totals are shown'];
  return (Object.keys(useNames) as (keyof CallsByUse)[]).flatMap((use) =>
    calls[use] > 0 ? [`${useNames[use]} ${formatCount(calls[use])}`] : [],
  );
}

const waitingNote = (waiting: number): string[] =>
  waiting > 0 ? [`${formatRecords(waiting, callNoun)} waiting`] : [];

/** The limit of a credential. */
export function limitLook({
  limit,
  windowMs,
  used,
  usedBy,
  waiting,
  freesAt,
  blockedUntil,
}: LimitUse): LimitLook {
  return {
    text: `${formatCount(used)} of ${formatRecords(limit, callNoun)} per ${windowText(windowMs)}`,
    used,
    limit,
    notes: [
      ...(blockedUntil === null ? [] : ['No calls are accepted at the moment']),
      ...usesOf(usedBy),
      ...waitingNote(waiting),
    ],
    freesAt,
  };
}

/** HubSpot's daily limit; null before HubSpot has reported it. */
export function dayLook(day: DayUse | null): LimitLook | null {
  if (day === null) return null;
  return {
    text: `${formatCount(day.used)} of ${formatRecords(day.limit, callNoun)} today`,
    used: day.used,
    limit: day.limit,
    notes: [
      'All apps of the portal together',
      ...(day.reserved ? ['The rest is left to auto-sync and to checks; migrations wait'] : []),
    ],
    freesAt: day.freesAt,
  };
}

/** Both vendors' limits as short texts; for a vendor that accepts no calls, when it will again. `now` is epoch milliseconds. */
export function quotaLine({ acculynx, hubspot, hubspotDay }: Quota, now: number): readonly string[] {
  return [
    vendorLine('AccuLynx', acculynx, now),
    hubspotDay?.reserved
      ? `HubSpot's daily limit is left to auto-sync and to checks${hubspotDay.freesAt === null ? '' : `; it frees ${formatUntil(hubspotDay.freesAt, now)}`}`
      : vendorLine('HubSpot', hubspot, now),
  ];
}

const vendorLine = (vendor: string, use: LimitUse, now: number): string =>
  use.blockedUntil === null
    ? `${vendor} ${limitLook(use).text}`
    : `${vendor} accepts calls again ${formatUntil(use.blockedUntil, now)}`;
