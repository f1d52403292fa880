import type { AcculynxChoice } from '@ridgeline/contracts';
import type { FoundLists } from '@ridgeline/contracts/internal';
import { cleanText } from '@ridgeline/hubspot';

/** The AccuLynx lists whose names become options of deals. */
export interface OptionLists extends Pick<
  FoundLists,
  'workTypes' | 'tradeTypes' | 'jobCategories' | 'leadSources'
> {
  /** Only lead sources that have children. */
  readonly parentSources: readonly string[];
}

/** The labels that need an option, for each property of deals. */
export type NeededOptions = ReadonlyMap<string, readonly string[]>;

/**
 * The options that AccuLynx' lists require, by property of deals. Milestones and priorities are not included: AccuLynx has a
 * fixed set, with which the properties are created. Contact types, states and insurance companies are written as text. Labels
 * are cleaned as in migrations, so that both refer to the same option.
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
