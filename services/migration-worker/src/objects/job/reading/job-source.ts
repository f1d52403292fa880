import {
  jobsCursorSchema,
  readJobs,
  UnreadableRecord,
  type AcculynxJob,
  type FetchJobs,
  type JobsSummary,
} from '@ridgeline/acculynx';
import { jobType, type JobDetail } from '@ridgeline/contracts';
import pMap from 'p-map';
import { logEntry, type LogEntry } from '../../../base/log-entry.ts';
import { askAcculynx } from '../../../vendors/ask.ts';
import { ReadMoments, type RecordSource, type TakeRecord } from '../../../vendors/record-source.ts';
import type { AcculynxAccess } from '../../../vendors/run-vendors.ts';
import { jobsCutOff } from '../job-messages.ts';
import { detailReader, type DetailCalls, type SourceJob } from './source-job.ts';

/** The number of concurrent page requests: as many as AccuLynx admits in the time of one answer. */
const pagesAhead = 6;
/** How many jobs have their details read concurrently. */
const detailsAtOnce = 6;

export interface JobSourceOptions {
  readonly details: readonly JobDetail[];
  readonly includeDead: boolean;
  /** Writes an entry into the migration's log. */
  readonly note: (line: LogEntry) => void;
  /** The number of concurrent page requests, if it differs from that of a run. */
  readonly ahead?: number;
}

/**
 * AccuLynx' jobs as a run reads them: unassigned and assigned ones, optionally dead leads. Jobs that AccuLynx does not
 * return, because a single day exceeds the readable length of its lists, are reported in the log. A further reading only
 * returns jobs that no earlier one did: their details cost a call each, and they are already planned.
 */
export function jobSource(
  acculynx: AcculynxAccess<'jobsPage' | DetailCalls>,
  { details, includeDead, note, ahead = pagesAhead }: JobSourceOptions,
  take: TakeRecord = () => true,
): RecordSource<SourceJob> {
  const detailsOf = detailReader(acculynx, details);
  const handedOn = new Set<string>();
  const moments = new ReadMoments(acculynx.databaseTime);
  const fetch: FetchJobs<AcculynxJob | UnreadableRecord> = moments.fetching((query, unwanted) =>
    askAcculynx(acculynx, jobType.noun.many, (client, until) => client.jobsPage(query, until), unwanted),
  );
  return {
    read(from, onCount) {
      // A cursor in an outdated form: what is planned is known, so reading from the start loses nothing.
      const cursor = jobsCursorSchema.safeParse(from).data ?? null;
      const reading = readJobs(fetch, { from: cursor, includeDead, ahead, onCount });
      return {
        get summary() {
          return reading.summary;
        },
        hasChanged: (signal) => reading.hasChanged(signal),
        async *[Symbol.asyncIterator]() {
          for await (const page of reading) {
            const fresh = page.filter(({ record }) => !handedOn.has(record.id) && take(record.id));
            yield await pMap(
              fresh,
              async ({ record, cursor: behind }) => ({
                record:
                  record instanceof UnreadableRecord
                    ? record
                    : { ...record, details: await detailsOf(record.id) },
                cursor: behind,
                readAt: moments.of(record),
              }),
              { concurrency: detailsAtOnce },
            );
            for (const { record } of fresh) handedOn.add(record.id);
          }
          noteCutOff(reading.summary, note);
        },
      };
    },
  };
}

function noteCutOff({ cutOff }: JobsSummary, note: JobSourceOptions['note']): void {
  for (const { assignment, days } of cutOff) {
    const which = days ? `${assignment}-${days.from}` : assignment;
    note(logEntry(`jobs-cut-off-${which}`, 'warning', jobsCutOff(assignment, days)));
  }
}
