import type { DealPipelineChoice } from '@ridgeline/contracts';

/** An entry of a list; the empty value is the portal's default. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface Choices {
  readonly options: readonly Choice[];
  /** What is chosen does not exist in the portal any more. */
  readonly gone: boolean;
}

/**
 * The choices of a list with what is chosen among them. While nothing is known of the portal (`known` null) what is
 * chosen stands for itself; once it is known and lacks it, it is marked as deleted.
 */
export function choices(
  defaultLabel: string,
  known: readonly Choice[] | null,
  chosen: string,
  noun: string,
): Choices {
  const first = { value: '', label: defaultLabel };
  if (chosen === '' || known?.some(({ value }) => value === chosen))
    return { options: [first, ...(known ?? [])], gone: false };
  const gone = known !== null;
  const label = gone ? `Deleted in HubSpot (${chosen})` : `The stored ${noun} (${chosen})`;
  return { options: [first, ...(known ?? []), { value: chosen, label }], gone };
}

export const pipelineChoices = (pipelines: readonly DealPipelineChoice[]): Choice[] =>
  pipelines.map(({ id, label }) => ({ value: id, label }));

/** The stages of the chosen pipeline; of the portal's first one, its default, where none is chosen. Null when it is unknown. */
export function stageChoices(
  pipelines: readonly DealPipelineChoice[] | null,
  chosen: string,
): Choice[] | null {
  const of = chosen === '' ? defaultPipeline(pipelines) : pipelines?.find(({ id }) => id === chosen);
  return of?.stages.map(({ id, label }) => ({ value: id, label })) ?? null;
}

/** HubSpot calls the one that each portal begins with `default`; where it was deleted, the first one serves. */
const defaultPipeline = (pipelines: readonly DealPipelineChoice[] | null) =>
  pipelines?.find(({ id }) => id === 'default') ?? pipelines?.[0];
