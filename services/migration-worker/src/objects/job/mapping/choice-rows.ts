import { cleanText } from '@ridgeline/hubspot';
import type { DocumentedRow } from '../../../hubspot-io/mapping-row.ts';
import type { SourceJob } from '../reading/source-job.ts';
import type { JobContext } from './job-row.ts';

/** A line of the mapping whose values are options of a HubSpot property. */
interface ChoiceRow extends DocumentedRow {
  /** The options' labels, matched case-insensitively; none if AccuLynx has no value. */
  readonly labels: (job: SourceJob, context: JobContext) => readonly (string | null)[];
}

/** Labels by property; properties without any are left out. */
export type Choices = Readonly<Record<string, readonly string[]>>;

const option = 'option, by its label';

export const milestoneProperty = 'acculynx_milestone';

/** The values of a job that become options of its deal's properties. */
export const choiceRows: readonly ChoiceRow[] = [
  {
    property: milestoneProperty,
    from: ['currentMilestone'],
    conversion: option,
    labels: (job) => [job.currentMilestone],
  },
  {
    property: 'acculynx_work_type',
    from: ['workType.name'],
    conversion: option,
    labels: ({ workType }) => [workType?.name ?? null],
  },
  {
    property: 'acculynx_trades',
    from: ['tradeTypes[].name'],
    conversion: 'options, by their labels; several',
    labels: ({ tradeTypes }) => tradeTypes.map(({ name }) => name),
  },
  {
    property: 'acculynx_category',
    from: ['jobCategory.name'],
    conversion: option,
    labels: ({ jobCategory }) => [jobCategory?.name ?? null],
  },
  {
    property: 'acculynx_priority',
    from: ['priority'],
    conversion: option,
    labels: ({ priority }) => [priority],
  },
  {
    property: 'acculynx_lead_source',
    from: ['leadSource.name'],
    conversion: option,
    labels: ({ leadSource }) => [leadSource?.name ?? null],
  },
  {
    property: 'acculynx_lead_source_parent',
    from: ['leadSource.parentId'],
    conversion: "option, by its label: the parent's name in the company's settings",
    labels: ({ leadSource }, { parentSource }) => [leadSource && parentSource(leadSource)],
  },
];

/** The options that a job needs, by label. */
export function choicesOf(job: SourceJob, context: JobContext): Choices {
  return Object.fromEntries(
    choiceRows.flatMap(({ property, labels }): [string, string[]][] => {
      const cleaned = labels(job, context).flatMap((label) => cleanText(label) ?? []);
      return cleaned.length === 0 ? [] : [[property, [...new Set(cleaned)]]];
    }),
  );
}
