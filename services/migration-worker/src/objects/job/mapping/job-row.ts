import { cleanText, hubspotDate, hubspotDatetime } from '@ridgeline/hubspot';
import type { MappingRow } from '../../../hubspot-io/mapping-row.ts';
import type { SourceJob } from '../reading/source-job.ts';

/** What the values of a job depend on in addition to the job. */
export interface JobContext {
  /** The portal's IANA time zone. */
  readonly timeZone: string;
  /** AccuLynx' users' names by id. */
  readonly users: ReadonlyMap<string, string>;
  /** The name of a lead source's parent; null if it has none. */
  readonly parentSource: (leadSource: NonNullable<SourceJob['leadSource']>) => string | null;
}

/** A line of the mapping of jobs. */
export type JobRow = MappingRow<SourceJob, JobContext>;

/** How a text is copied, in words for the documentation. */
export const plainText = 'text';

/** A line whose value is a text of AccuLynx. */
export const textRow = (
  property: string,
  from: string | readonly string[],
  read: (job: SourceJob) => string | null,
): JobRow => ({
  property,
  from: [from].flat(),
  conversion: plainText,
  value: (job) => cleanText(read(job)),
});

/** There was no AccuLynx before this year: an earlier date, such as 0001-01-01, is a database's placeholder. */
const firstYear = '1970';

const realMoment = (iso: string | null): string | null =>
  iso === null || iso.slice(0, 4) < firstYear ? null : iso;

/** A moment, for a `datetime`. */
export function asMoment(iso: string | null): string | null {
  const moment = realMoment(iso);
  return moment === null ? null : hubspotDatetime(moment);
}

/** The day of a moment in the portal's time zone, for a `date`. */
export function asDay(iso: string | null, timeZone: string): string | null {
  const moment = realMoment(iso);
  return moment === null ? null : hubspotDate(moment, timeZone);
}

/** A number without an exponent, with at most `digits` decimals. */
export function asNumber(value: number | null, digits: number): string | null {
  if (value === null || !Number.isFinite(value) || Math.abs(value) >= 1e15) return null;
  const text = value.toFixed(digits);
  if (Number(text) === 0) return '0';
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** The comparable form of a property value: HubSpot returns some values in another form than they were sent. */
export function formOfType(type: string, value: string): string {
  if (value === '') return value;
  if (type === 'enumeration') return choicesIn(value).join(';');
  if (type !== 'number' && type !== 'datetime') return value;
  const number = type === 'number' ? Number(value) : Date.parse(value);
  return Number.isNaN(number) ? value : String(number);
}

/** Whether two texts mean the same property value. */
export const isSameValue = (type: string, ours: string, theirs: string): boolean =>
  formOfType(type, ours) === formOfType(type, theirs);

/** The values of a property that may have several, in no particular order. */
const choicesIn = (value: string): string[] => [...new Set(value.split(';'))].filter(Boolean).sort();
