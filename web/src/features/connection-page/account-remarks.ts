import type { Connection } from '@ridgeline/contracts';
import { formatList } from '../../ui/text/format.ts';

type Portal = Pick<Connection, 'id' | 'name' | 'hubSpotPortalId'>;

/** Which other connections copy to the same portal; null where none does. */
export function sharedPortalText({ id, hubSpotPortalId }: Portal, all: readonly Portal[]): string | null {
  const others = all.filter((one) => one.id !== id && one.hubSpotPortalId === hubSpotPortalId);
  if (hubSpotPortalId === null || others.length === 0) return null;
  const names = formatList(others.map(({ name }) => name));
  return `${names} ${others.length === 1 ? 'copies' : 'copy'} to this portal too. Their migrations take turns.`;
}

type Zones = Pick<
  Connection,
  'acculynxInstanceTimezone' | 'acculynxBaseUtcOffset' | 'acculynxAdjustedUtcOffset' | 'hubSpotPortalTimezone'
>;

/** What differing time zones mean for dates; null if they do not differ as far as known. */
export function timeZonesText(connection: Zones): string | null {
  if (!zonesDiffer(connection)) return null;
  const { acculynxInstanceTimezone: source, hubSpotPortalTimezone: target } = connection;
  return `The time zones differ: AccuLynx has ${source ?? 'another one'}, HubSpot ${target ?? 'another one'}. Deals take HubSpot's days, so a job's date near midnight can be a day off.`;
}

/**
 * AccuLynx names time zones differently from HubSpot, so this compares offsets: the standard offset, and whether the portal
 * observes daylight saving time if AccuLynx does at the moment.
 */
function zonesDiffer(zones: Zones): boolean {
  const { acculynxBaseUtcOffset, acculynxAdjustedUtcOffset, hubSpotPortalTimezone } = zones;
  const portal = hubSpotPortalTimezone === null ? null : offsetsOf(hubSpotPortalTimezone);
  const base = minutesOf(acculynxBaseUtcOffset);
  const adjusted = minutesOf(acculynxAdjustedUtcOffset);
  if (portal === null || base === null) return false;
  return portal.standard !== base || (adjusted !== null && adjusted !== base && !portal.daylightSaving);
}

/** Minutes of `-06:00:00`, `-06:00` or `GMT-06:00`; null for anything else. */
function minutesOf(offset: string | null): number | null {
  if (offset === 'GMT') return 0;
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(offset ?? '') ?? [];
  if (sign === undefined) return null;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** A zone's standard offset and whether it observes daylight saving time; null for an unknown zone. */
function offsetsOf(timeZone: string): { readonly standard: number; readonly daylightSaving: boolean } | null {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    const [january, july] = ['2025-01-01T12:00:00Z', '2025-07-01T12:00:00Z'].map((moment) => {
      const part = format.formatToParts(new Date(moment)).find(({ type }) => type === 'timeZoneName');
      return minutesOf(part?.value ?? null);
    });
    if (january === undefined || january === null || july === undefined || july === null) return null;
    return { standard: Math.min(january, july), daylightSaving: january !== july };
  } catch {
    return null;
  }
}
