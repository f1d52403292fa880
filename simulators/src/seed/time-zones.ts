import { dayIn, offsetText, utcOffsetMs } from '../determinism/time-zone.ts';

interface Zone {
  /** Windows' name, as the service returns it, without its last words. */
  readonly windows: string;
  /** The IANA name, which AccuLynx never returns. */
  readonly iana: string;
  readonly baseUtcOffset: string;
  readonly supportsDaylightSavingTime: boolean;
}

const zone = (windows: string, iana: string, base: string, supportsDaylightSavingTime: boolean): Zone => ({
  windows,
  iana,
  baseUtcOffset: `${base}:00`,
  supportsDaylightSavingTime,
});

const CENTRAL = zone('Central', 'America/Chicago', '-06:00', true);
const ZONES: readonly Zone[] = [
  CENTRAL,
  zone('Eastern', 'America/New_York', '-05:00', true),
  zone('Mountain', 'America/Denver', '-07:00', true),
  zone('US Mountain', 'America/Phoenix', '-07:00', false),
  zone('Hawaiian', 'Pacific/Honolulu', '-10:00', false),
];

/** The zone of a company, chosen by its seed. */
const zoneOf = (seed: number): Zone => ZONES[seed % ZONES.length] ?? CENTRAL;

/** A company's zone as its settings show it; the adjusted offset is the one in force now (docs/vendors/acculynx.md, 5). */
export function timeZoneInfo(seed: number, now: number): Record<string, string | boolean> {
  const { windows, iana, baseUtcOffset, supportsDaylightSavingTime } = zoneOf(seed);
  return {
    name: `${windows} Standard Time`,
    daylightName: `${windows} Daylight Time`,
    baseUtcOffset,
    adjustedUtcOffset: `${offsetText(utcOffsetMs(iana, now))}:00`,
    supportsDaylightSavingTime,
  };
}

/** The calendar day (`YYYY-MM-DD`) of a moment in a company's own zone. */
export const companyDay = (seed: number, moment: string): string =>
  dayIn(zoneOf(seed).iana, Date.parse(moment));
