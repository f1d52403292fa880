import {
  isRefusedAsAWhole,
  type AssociatedPair,
  type AssociationAnswer,
  type AssociationDirection,
  type AssociationType,
  type BatchAnswer,
  type HubspotProblem,
  type HubspotRecord,
  type LabelledPair,
  type UpsertInput,
} from '@ridgeline/hubspot';
import type { HubspotAccess, CallSignals } from '../../vendors/run-vendors.ts';
import { associatedIds } from './associated-ids.ts';
import { goneLabelCode, labelsIn, lacksLabels, takeLabelsOff } from './association-labels.ts';
import { archived, type HubspotTarget, type TargetAnswer } from '../hubspot-target.ts';

export interface AssociationTargetOptions {
  readonly direction: AssociationDirection;
  /** HubSpot's own type in this direction. */
  readonly type: AssociationType;
  /** The property under which an answer contains the pair. */
  readonly pairProperty: string;
}

/** The id of a pair in a plan: the two HubSpot ids. */
export const pairId = ({ from, to }: AssociatedPair): string => `${from}/${to}`;

/** The two HubSpot ids of a planned pair. */
export function pairIn(id: string): AssociatedPair {
  const [from = '', to = ''] = id.split('/');
  return { from, to };
}

/**
 * Associations between two kinds of HubSpot's records, written and read as if they were records whose id consists of the two
 * record ids. An association exists or not, so it is never updated; creating or removing it twice is harmless. Planned
 * changes of the portal's labels are in `PlannedLabels`.
 */
export function associationTarget(
  hubspot: HubspotAccess,
  { direction, type, pairProperty }: AssociationTargetOptions,
): HubspotTarget {
  const record = (pair: AssociatedPair): HubspotRecord => ({
    id: pairId(pair),
    properties: { [pairProperty]: pairId(pair) },
  });

  const labelled = (input: UpsertInput): LabelledPair => ({
    ...pairIn(input.id),
    types: [type, ...labelsIn(input)],
  });

  const associate = async (inputs: readonly UpsertInput[], signals: CallSignals): Promise<TargetAnswer> => {
    const answer = await hubspot.settle(signals, (client, until) =>
      client.associate(direction, inputs.map(labelled), until),
    );
    return answer.outcome === 'ok' ? answerOf(answer.value, record) : answer;
  };

  return {
    async read(_idProperty, ids, signal) {
      const pairs = ids.map(pairIn);
      const found = await associatedIds(
        hubspot,
        direction,
        [...new Set(pairs.map((pair) => pair.from))],
        signal,
      );
      if (found.outcome === 'rejected') return found;
      const present = pairs.filter(({ from, to }) => found.value.get(from)?.has(to));
      return { outcome: 'ok', value: { results: present.map(record), problems: [] } };
    },
    anySourceId: () => Promise.resolve({ outcome: 'ok', value: false }),
    async upsert(inputs, signals) {
      const pairs = inputs.map((input) => ({ ...input, pair: pairIn(input.id) }));
      const taken = await takeLabelsOff(hubspot, direction, pairs, signals);
      if (taken.outcome === 'rejected') return taken;
      const answer = await associate(inputs, signals);
      if (!isRefusedAsAWhole(answer) || answer.outcome === 'ok') return answer;
      if (!(await lacksLabels(hubspot, direction, inputs, signals.waiting))) return answer;
      const plain = inputs.filter((input) => labelsIn(input).length === 0);
      const rest = plain.length === 0 ? nothing : await associate(plain, signals);
      return rest.outcome === 'ok'
        ? { outcome: 'ok', value: withLabelsGone(rest.value, inputs, answer.problem) }
        : rest;
    },
    update: () => Promise.reject(new Error('Associations are made, and never updated')),
    async archive(ids, signals) {
      const answer = await hubspot.settle(signals, (client, until) =>
        client.dissociate(direction, ids.map(pairIn), until),
      );
      return answer.outcome === 'ok' ? archived : answer;
    },
  };
}

const nothing: TargetAnswer = { outcome: 'ok', value: { results: [], problems: [] } };

/**
 * The results of the pairs without a label; each pair with a label gets a problem of its own that names the label as the
 * cause.
 */
const withLabelsGone = (
  { results, problems }: BatchAnswer,
  inputs: readonly UpsertInput[],
  problem: HubspotProblem,
): BatchAnswer => ({
  results,
  problems: [
    ...problems,
    ...inputs
      .filter((input) => labelsIn(input).length > 0)
      .map(({ id }) => ({
        ...problem,
        traceIds: [id],
        ids: [],
        properties: [{ name: null, code: goneLabelCode }],
      })),
  ],
});

/**
 * Problems by pair. Problems without an id are assigned to the remaining pairs if their numbers match. Otherwise their pairs
 * are unknown and the pack counts as rejected, so that it is sent again in parts until the rejected pairs are isolated.
 */
function answerOf(
  { made, failed, unknown, unattributed }: AssociationAnswer,
  record: (pair: AssociatedPair) => HubspotRecord,
): TargetAnswer {
  const [first] = unattributed;
  const isTold = unattributed.length >= unknown.length;
  if (first && !isTold) return { outcome: 'rejected', problem: { ...first, status: 400 } };
  const blamed = unknown.flatMap((pair, index) => {
    const problem = unattributed[index];
    return problem ? [{ pair, problem }] : [];
  });
  const problems: BatchAnswer['problems'] = [...failed, ...blamed].map(({ pair, problem }) => ({
    ...problem,
    traceIds: [pairId(pair)],
    ids: [],
  }));
  return { outcome: 'ok', value: { results: made.map(record), problems } };
}
