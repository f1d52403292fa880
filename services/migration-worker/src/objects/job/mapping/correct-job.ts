import type { RecordValues } from '@ridgeline/contracts/internal';
import { choiceRows, milestoneProperty, type Choices } from './choice-rows.ts';
import type { MappedJob } from './map-job.ts';

const choiceProperties = new Set(choiceRows.map(({ property }) => property));

/** The job with corrected values; values of option properties are labels, like the job's own. Pure. */
export function correctJob(job: MappedJob, corrections: RecordValues): MappedJob {
  const entries = Object.entries(corrections);
  const choices: Choices = Object.fromEntries(
    entries.flatMap(([property, value]) =>
      choiceProperties.has(property) ? [[property, labelsIn(value)] as const] : [],
    ),
  );
  const values = Object.fromEntries(entries.filter(([property]) => !choiceProperties.has(property)));
  return {
    ...job,
    milestone: choices[milestoneProperty]?.[0] ?? job.milestone,
    values: { ...job.values, ...values },
    choices: { ...job.choices, ...choices },
    warnings: job.warnings.filter(({ field }) => field === undefined || corrections[field] === undefined),
  };
}

const labelsIn = (value: string): string[] =>
  value
    .split(';')
    .map((label) => label.trim())
    .filter((label) => label !== '');
