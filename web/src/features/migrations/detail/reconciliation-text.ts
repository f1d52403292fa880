import type { MigrationType, Reconciliation } from '@ridgeline/contracts';
import { formatCount } from '../../../components/format.ts';

/** The closing account in one sentence: does everything that was read appear in exactly one outcome? */
export function verdict({ source, difference }: Reconciliation, type: MigrationType): string {
  if (difference === 0) return `All ${formatCount(source)} ${type} read from AccuLynx are accounted for.`;
  const count = formatCount(Math.abs(difference));
  return difference > 0
    ? `${count} of ${formatCount(source)} ${type} read from AccuLynx are not accounted for.`
    : `${count} more ${type} were counted than the ${formatCount(source)} read from AccuLynx.`;
}

export interface ReasonCount {
  readonly text: string;
  readonly count: number;
}

/** Reasons in plain words, the most frequent first. Codes like `no_email` read as words. */
export function reasons(counts: Readonly<Record<string, number>>): readonly ReasonCount[] {
  return Object.entries(counts)
    .map(([code, count]) => ({ text: inWords(code), count }))
    .sort((a, b) => b.count - a.count || a.text.localeCompare(b.text));
}

/** The reasons that a migration reports; one that is not known here still reads as words. */
const known: Readonly<Record<string, string>> = {
  no_email: 'No email address in AccuLynx',
  nothing_to_write: 'Nothing in AccuLynx that HubSpot could hold',
  invalid_email: 'HubSpot does not accept the email address',
  invalid_option: 'HubSpot does not have the chosen option',
  invalid_value: 'HubSpot does not accept one of the values',
  property_missing: 'HubSpot does not have one of the properties',
  property_read_only: 'HubSpot does not let one of the properties be written',
  property_required: 'HubSpot requires a property that is empty',
  conflict: 'Another HubSpot contact is in its place',
  hubspot_record_gone: 'The HubSpot contact was deleted meanwhile',
  no_result: 'HubSpot did not say what became of it',
  refused: 'HubSpot refused it',
};

function inWords(code: string): string {
  const words =
    known[code] ??
    code
      .replaceAll(/[._-]+/g, ' ')
      .trim()
      .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
