/** Nearly every text is clean already. */
const clean = /^[!-~]+(?: [!-~]+)*$/;

/**
 * Text as it is stored in HubSpot: well-formed, in composed form, without control characters, with single blanks and
 * trimmed, because HubSpot keeps blanks and a later comparison would differ. null when nothing is left.
 */
export function cleanText(value: string | null): string | null {
  if (value === null || clean.test(value)) return value;
  const text = value
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return text === '' ? null : text;
}

const wholeDay = /^\d{4}-\d{2}-\d{2}$/;
const noZone = /T[\d:.]+$/;

/** The day's parts in a time zone; expensive to create, and portals have few zones. */
const calendars = new Map<string, Intl.DateTimeFormat>();

/**
 * The calendar day of a moment in the portal's IANA time zone, as `YYYY-MM-DD`: what a `date` property takes, which stands
 * for midnight UTC of that day whatever the zone (docs/vendors/hubspot.md, 4 and 13). A text that is a day already stays that
 * day. Null when it is no moment; a zone that is not known counts as UTC.
 */
export function hubspotDate(iso: string, timeZone: string): string | null {
  const at = momentOf(iso);
  if (at === null) return null;
  if (wholeDay.test(iso)) return iso;
  const parts = calendarOf(timeZone).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes, length: number): string =>
    (parts.find((each) => each.type === type)?.value ?? '').padStart(length, '0');
  return `${part('year', 4)}-${part('month', 2)}-${part('day', 2)}`;
}

/** A moment in the form of a `datetime` property: ISO in UTC to the millisecond. Null when the text is not a moment. */
export function hubspotDatetime(iso: string): string | null {
  return momentOf(iso)?.toISOString() ?? null;
}

/** Without a zone it is UTC, on any machine. A day that is not in the calendar is not a moment. */
function momentOf(iso: string): Date | null {
  const at = new Date(noZone.test(iso) ? `${iso}Z` : iso);
  if (Number.isNaN(at.getTime())) return null;
  return wholeDay.test(iso) && at.toISOString().slice(0, 10) !== iso ? null : at;
}

function calendarOf(timeZone: string): Intl.DateTimeFormat {
  const kept = calendars.get(timeZone);
  if (kept) return kept;
  const calendar = newCalendar(timeZone);
  calendars.set(timeZone, calendar);
  return calendar;
}

function newCalendar(timeZone: string): Intl.DateTimeFormat {
  const parts = { calendar: 'gregory', year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  try {
    return new Intl.DateTimeFormat('en', { ...parts, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en', { ...parts, timeZone: 'UTC' });
  }
}
