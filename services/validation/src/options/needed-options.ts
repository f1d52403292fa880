import type { AcculynxChoice } from '@ridgeline/contracts';
import type { FoundLists } from '@ridgeline/contracts/internal';
import { cleanText } from '@ridgeline/hubspot';

/** The lists of AccuLynx from whose names deals choose. */
export interface OptionLists extends Pick<
  FoundLists,
  'workTypes' | 'tradeTypes' | 'jobCategories' | 'leadSources'
> {
  /** Of lead sources that have others below them. */
  readonly parentSources: readonly string[];
}

/** The labels that each property of deals needs an option for. */
export type NeededOptions = ReadonlyMap<string, readonly string[]>;

/**
 * Which options AccuLynx' lists need, by property of deals. Milestones and priorities are not among them: AccuLynx has fixed
 * ones, which the properties are created with; contact types, states and insurance companies are written as text.
 * Labels are cleaned as migrations clean them, so that both mean the same option.
 */
export function neededOptions(lists: OptionLists): NeededOptions {
  const { workTypes, tradeTypes, jobCategories, leadSources, parentSources } = lists;
  const names = (choices: readonly AcculynxChoice[] | null): string[] =>
    (choices ?? []).map(({ name }) => name);
  const needed: readonly (readonly [string, readonly string[]])[] = [
    ['acculynx_work_type', names(workTypes)],
    ['acculynx_trades', names(tradeTypes)],
    ['acculynx_category', names(jobCategories)],
    ['acculynx_lead_source', names(leadSources)],
    ['acculynx_lead_source_parent', parentSources],
  ];
  return new Map(
    needed.map(([property, labels]) => [property, labels.map((label) => cleanText(label) ?? '')]),
  );
}
