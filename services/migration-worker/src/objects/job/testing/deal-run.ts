import { jobType } from '@ridgeline/contracts';
import { isCreate, isUpdate, type PlannedRecord } from '@ridgeline/contracts/internal';
import { recordReader } from '../../../hubspot-io/read-records.ts';
import { writeCreates, writeUpdates, type Written } from '../../../hubspot-io/write-records.ts';
import { mapJob } from '../mapping/map-job.ts';
import { neededOptions } from '../prepare/option-cache.ts';
import { dealTarget } from '../prepare/deal-target.ts';
import { findDeals } from '../planning/find-deals.ts';
import { planJob } from '../planning/plan-job.ts';
import type { JobOptions } from '../prepare/job-options.ts';
import { isUnread } from '../../../vendors/record-source.ts';
import { jobSource } from '../reading/job-source.ts';
import type { SourceJob } from '../reading/source-job.ts';
import type { JobBench } from './job-bench.ts';

const open = new AbortController().signal;
const hundred = 100;

type Vendors = ReturnType<JobBench['vendors']>;

/** All jobs of AccuLynx, as a run reads them. */
export async function readAllJobs({ acculynx }: Vendors, options: JobOptions): Promise<SourceJob[]> {
  const jobs: SourceJob[] = [];
  for await (const page of jobSource(acculynx, options).read(null, () => undefined))
    jobs.push(...page.flatMap(({ record }) => (isUnread(record) ? [] : record)));
  return jobs;
}

/** Plans jobs as a run does, after making HubSpot ready for them; `links` are those of earlier runs. */
export async function planJobs(
  { hubspot }: Vendors,
  options: JobOptions,
  jobs: readonly SourceJob[],
  links: ReadonlyMap<string, string> = new Map(),
): Promise<PlannedRecord[]> {
  const group = jobs.map((job) => {
    const record = mapJob(job, options);
    const hubspotId = links.get(record.sourceId) ?? null;
    const identity = { sourceId: record.sourceId, hubspotId, keyTakenBy: null, seenInBatch: null };
    return { record, identity };
  });
  await options.options.add(neededOptions(group.map(({ record }) => record)), open);
  const read = recordReader(dealTarget(hubspot), jobType, open);
  const found = await findDeals(group, { read, noSourceIds: false }, options);
  return group.flatMap((each, index) => {
    const counterparts = found[index];
    return counterparts ? [planJob({ ...each, counterparts, options, isTaken: () => false })] : [];
  });
}

/** Writes what was planned as a run does, a hundred at a time. */
export async function writeDeals(
  { hubspot }: Vendors,
  planned: readonly PlannedRecord[],
): Promise<Written[]> {
  const signals = { waiting: open, calling: open };
  const writer = { target: dealTarget(hubspot), type: jobType, signals, onSend: () => undefined };
  const written: Written[] = [];
  for (let from = 0; from < planned.length; from += hundred) {
    const some = planned.slice(from, from + hundred);
    written.push(...(await writeCreates(writer, some.filter(isCreate))));
    written.push(...(await writeUpdates(writer, some.filter(isUpdate))));
  }
  return written;
}
