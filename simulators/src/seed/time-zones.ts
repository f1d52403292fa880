import { dayIn } from '../determinism/time-zone.ts';

interface WindowsZone {
  readonly name: string;
  readonly daylightName: string;
  readonly baseUtcOffset: string;
  readonly adjustedUtcOffset: string;
  readonly supportsDaylightSavingTime: boolean;
}

/** Windows zone names, as the service gives them; the adjusted offset is the one of summer. */
const ZONES: readonly WindowsZone[] = [
  ['Central', '-06:00:00', '-05:00:00', true] as const,
  ['Eastern', '-05:00:00', '-04:00:00', true] as const,
  ['Mountain', '-07:00:00', '-06:00:00', true] as const,
  ['US Mountain', '-07:00:00', '-07:00:00', false] as const,
  ['Hawaiian', '-10:00:00', '-10:00:00', false] as const,
].map(([zone, baseUtcOffset, adjustedUtcOffset, supportsDaylightSavingTime]) => ({
  name: `${zone} Standard Time`,
  daylightName: `${zone} Daylight Time`,
  baseUtcOffset,
  adjustedUtcOffset,
  supportsDaylightSavingTime,
}));

/** The zone of a company, chosen by its seed. */
export const timeZoneInfo = (seed: number): WindowsZone | undefined => ZONES[seed % ZONES.length];

/** The same zones by their IANA names, which AccuLynx never tells. */
const CALENDARS = [
  'America/Chicago',
  'America/New_York',
  'America/Denver',
  'America/Phoenix',
  'Pacific/Honolulu',
];

/** The calendar day (`YYYY-MM-DD`) of a moment in a company's own zone. */
export const companyDay = (seed: number, moment: string): string =>
  dayIn(CALENDARS[seed % CALENDARS.length] ?? 'UTC', Date.parse(moment));
