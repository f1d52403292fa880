import type {
  AssociatedPair,
  AssociationDirection,
  AssociationType,
  HubspotProblem,
  UpsertInput,
} from '@ridgeline/hubspot';
import type { Ok, Rejected } from '@ridgeline/vendor-http';
import { chunk } from '../../base/collections.ts';
import { type HubspotAccess, reading, type CallSignals } from '../../vendors/run-vendors.ts';

/** The planned label changes of a pair; all values are texts, as in every plan. */
export interface PlannedLabels {
  /** The type id of the label that the pair gets. */
  readonly label?: string;
  /** The type id of the label that other contacts lose. */
  readonly unlabel?: string;
  /** The ids of these contacts of the same deal, separated by `;`. */
  readonly unlabelled?: string;
  /** Whether the pair was already associated: `true` or `false`. Missing in plans of earlier releases. */
  readonly present?: string;
}

/** The code for a pair that could be associated without its label, because the portal no longer has a label of that type. */
export const goneLabelCode = 'LABEL_GONE';

const labelOf = (typeId: string): AssociationType => ({ category: 'USER_DEFINED', typeId: Number(typeId) });

export const labelsIn = ({ properties }: UpsertInput): readonly AssociationType[] =>
  properties['label'] === undefined ? [] : [labelOf(properties['label'])];

/** Whether the portal lacks a label of these inputs. A portal that does not answer is assumed to have them. */
export async function lacksLabels(
  hubspot: HubspotAccess,
  direction: AssociationDirection,
  inputs: readonly UpsertInput[],
  signal: AbortSignal,
): Promise<boolean> {
  const wanted = inputs.flatMap(labelsIn).map(({ typeId }) => typeId);
  if (wanted.length === 0) return false;
  const answer = await hubspot.settle(reading(signal), (client, until) =>
    client.associationTypes(direction, until),
  );
  if (answer.outcome === 'rejected') return false;
  const present = new Set(answer.value.map(({ typeId }) => typeId));
  return wanted.some((typeId) => !present.has(typeId));
}

/** The maximum number of pairs that lose labels in one call. */
const maxPairs = 2_000;

/** Removes the labels that these inputs name. A label that no longer exists has been removed everywhere. */
export async function takeLabelsOff(
  hubspot: HubspotAccess,
  direction: AssociationDirection,
  inputs: readonly (UpsertInput & { readonly pair: AssociatedPair })[],
  signals: CallSignals,
): Promise<Ok<unknown> | Rejected<HubspotProblem>> {
  const pairs = inputs.flatMap(({ pair: { from }, properties: { unlabel = '', unlabelled = '' } }) =>
    unlabelled
      .split(';')
      .filter(Boolean)
      .map((to) => ({ from, to, types: [labelOf(unlabel)] })),
  );
  for (const some of chunk(pairs, maxPairs)) {
    const answer = await hubspot.settle(signals, (client, until) =>
      client.removeLabels(direction, some, until),
    );
    if (answer.outcome === 'rejected' && answer.problem.status !== 400) return answer;
  }
  return { outcome: 'ok', value: null };
}

/** What a planned pair changed, as far as its undo is concerned. */
type PairChange = PlannedLabels & { readonly from?: string; readonly to?: string };

/** Whether a planned pair created the association; `unknown` if it changed labels and does not say. */
export function madeAssociation({ label, unlabel, present }: PairChange): boolean | 'unknown' {
  if (present !== undefined) return present === 'false';
  return label === undefined && unlabel === undefined ? true : 'unknown';
}

/**
 * Restores the labels that a planned pair removed, and removes the one that it gave to a pair that stays; returns the pairs
 * to associate.
 */
export function labelsUndone(
  change: PairChange,
): readonly Readonly<Record<'from' | 'to', string> & PlannedLabels>[] {
  const { from = '', to = '', label, unlabel, unlabelled = '' } = change;
  const given =
    label === undefined || madeAssociation(change) === true
      ? []
      : [{ from, to, unlabel: label, unlabelled: to }];
  const taken = unlabel === undefined ? [] : unlabelled.split(';').filter(Boolean);
  return [...given, ...taken.map((holder) => ({ from, to: holder, label: unlabel ?? '' }))];
}
