import type { RecordValues, RecordWarning } from '@ridgeline/contracts/internal';
import { cleanText } from '@ridgeline/hubspot';
import { mappedValues } from '../../../hubspot-io/mapping-row.ts';
import { fitValues } from '../../../hubspot-io/longest-text.ts';
import { contactUnreadable, labelOf } from '../job-messages.ts';
import type { SourceJob } from '../reading/source-job.ts';
import { choicesOf, type Choices } from './choice-rows.ts';
import { displayName } from './job-name.ts';
import { contactsOf, type JobContactRef } from './job-people.ts';
import type { JobContext } from './job-row.ts';
import { jobRows } from './job-rows.ts';

/** An AccuLynx job in HubSpot's terms. */
export interface MappedJob {
  readonly sourceId: string;
  /** For log lines. */
  readonly displayName: string;
  readonly milestone: string | null;
  /** All values except the choices. */
  readonly values: RecordValues;
  /** The values that HubSpot cannot store in full. */
  readonly warnings: readonly RecordWarning[];
  /** Labels; the portal's options determine their values. */
  readonly choices: Choices;
  /** The primary one first. */
  readonly contacts: readonly JobContactRef[];
}

/** Maps a job by `jobRows` and `choiceRows`. Pure. */
export function mapJob(job: SourceJob, context: JobContext): MappedJob {
  const { values, warnings } = fitValues(mappedValues(jobRows, job, context), labelOf);
  return {
    sourceId: job.id,
    displayName: displayName(job),
    milestone: cleanText(job.currentMilestone),
    values,
    warnings: [
      ...warnings,
      ...(job.contacts.some(({ contact }) => contact === null) ? [contactUnreadable] : []),
    ],
    choices: choicesOf(job, context),
    contacts: contactsOf(job),
  };
}
