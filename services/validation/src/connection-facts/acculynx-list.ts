import type { AcculynxClient, AcculynxLeadSource, AcculynxOutcome } from '@ridgeline/acculynx';
import type { AcculynxChoice } from '@ridgeline/contracts';
import { reading, type CallSignals, type GovernedVendor } from '@ridgeline/governed-vendors';
import { counted } from '../save-steps/account-texts.ts';
import type { StepText } from '../save-steps/save-steps.ts';
import { vendorError } from '../vendor-error.ts';

/** Dependencies of reading the lists. */
export type ListClient = Pick<
  AcculynxClient,
  | 'states'
  | 'contactTypes'
  | 'workTypes'
  | 'insuranceCompanies'
  | 'jobCategories'
  | 'tradeTypes'
  | 'leadSources'
>;

/** A list of AccuLynx' settings; null if AccuLynx has no readable one. */
export type ReadList<Row> = Row[] | null;

/**
 * Reads a list of AccuLynx' settings. A list that this location does not have (404), or in an unknown format, is null and
 * fails no save: lists only prepare options, and a migration adds those that it needs automatically. A list that may never be
 * used must not prevent saving a connection. Any other failure concerns the key or is temporary, so it is thrown: saving
 * again fixes it. Throws the signal's reason when aborted.
 */
export async function readAcculynxList<Row>(
  acculynx: GovernedVendor<ListClient>,
  read: (client: ListClient, signals: CallSignals) => Promise<AcculynxOutcome<readonly Row[]>>,
  signal: AbortSignal,
): Promise<ReadList<Row>> {
  const outcome = await acculynx.attempt(reading(signal), read);
  if (outcome.outcome === 'ok') return [...outcome.value];
  if (outcome.outcome === 'rejected') return null;
  throw vendorError('AccuLynx', outcome);
}

/** The number of entries, as the step shows it. */
export const listText =
  (noun: string, many?: string) =>
  (rows: ReadList<unknown>): StepText => {
    const text =
      rows === null
        ? `AccuLynx has no list of ${many ?? `${noun}s`} for this location; going on without it`
        : counted(rows.length, noun, many);
    return { text };
  };

/** Lead sources and their children as one list: a job may name any of them. */
export function flatLeadSources(sources: readonly AcculynxLeadSource[]): AcculynxChoice[] {
  return sources.flatMap((source) =>
    [source, ...source.children].flatMap(({ id, name }) =>
      id === null || name === null ? [] : [{ id, name }],
    ),
  );
}

/** The names of lead sources that have children. */
export function parentNames(sources: readonly AcculynxLeadSource[]): string[] {
  return sources.flatMap(({ name, children }) => (name !== null && children.length > 0 ? [name] : []));
}
