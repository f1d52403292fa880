import type { AcculynxClient, AcculynxLeadSource, AcculynxOutcome } from '@ridgeline/acculynx';
import type { AcculynxChoice } from '@ridgeline/contracts';
import { reading, type CallSignals, type GovernedVendor } from '@ridgeline/governed-vendors';
import { counted } from '../save-steps/account-texts.ts';
import type { StepText } from '../save-steps/save-steps.ts';
import { vendorError } from '../vendor-error.ts';

/** What the lists are read with. */
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

/** A list of AccuLynx' settings; null where AccuLynx has none that can be read. */
export type ReadList<Row> = Row[] | null;

/**
 * Reads a list of AccuLynx' settings. One that this location does not have (404), or that has an unknown form, is null and
 * fails no save: lists only prepare options, and a migration adds those that it needs automatically; a list that may never
 * be used must not prevent a connection from being saved. Everything else that AccuLynx may answer is about the key or
 * passes by, so it is thrown: saving again fixes it. Throws the signal's reason when aborted.
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

/** How many there are, as the step tells it. */
export const listText =
  (noun: string, many?: string) =>
  (rows: ReadList<unknown>): StepText => {
    const text =
      rows === null
        ? `AccuLynx has no list of ${many ?? `${noun}s`} for this location; going on without it`
        : counted(rows.length, noun, many);
    return { text };
  };

/** Lead sources with those below them as one list: a job may name any of them. */
export function flatLeadSources(sources: readonly AcculynxLeadSource[]): AcculynxChoice[] {
  return sources.flatMap((source) =>
    [source, ...source.children].flatMap(({ id, name }) =>
      id === null || name === null ? [] : [{ id, name }],
    ),
  );
}

/** The names of lead sources that have others below them. */
export function parentNames(sources: readonly AcculynxLeadSource[]): string[] {
  return sources.flatMap(({ name, children }) => (name !== null && children.length > 0 ? [name] : []));
}
