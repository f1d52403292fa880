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

/** What is planned of a pair's labels; each value is a text, as all that is planned. */
export interface PlannedLabels {
  /** The type id of the label that the pair gets. */
  readonly label?: string;
  /** The type id of the label that contacts lose. */
  readonly unlabel?: string;
  /** The ids of these contacts of the same deal, with `;` between them. */
  readonly unlabelled?: string;
  /** Whether the pair was associated before: `true` or `false`. Plans of earlier releases do not say. */
  readonly present?: string;
}

/** The code of a pair that could go without its label, because the portal has none of that type any more. */
export const goneLabelCode = 'LABEL_GONE';

const labelOf = (typeId: string): AssociationType => ({ category: 'USER_DEFINED', typeId: Number(typeId) });

export const labelsIn = ({ properties }: UpsertInput): readonly AssociationType[] =>
  properties['label'] === undefined ? [] : [labelOf(properties['label'])];

/** Whether the portal does not have all labels of these inputs. A portal that does not tell has them. */
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

/** So many pairs lose labels with one call. */
const maxPairs = 2_000;

/** Takes the labels off that these inputs name. A label that is no more has been taken off everywhere. */
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

/** What a planned pair did, as far as its undo is concerned. */
type PairChange = PlannedLabels & { readonly from?: string; readonly to?: string };

/** Whether a planned pair made the association: `unknown` where it changed labels and does not say. */
export function madeAssociation({ label, unlabel, present }: PairChange): boolean | 'unknown' {
  if (present !== undefined) return present === 'false';
  return label === undefined && unlabel === undefined ? true : 'unknown';
}

/** Gives the labels back that a planned pair took, and takes off the one that it gave to a pair that stays: the pairs to be made. */
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
