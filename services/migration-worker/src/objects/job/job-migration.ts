import { jobType } from '@ridgeline/contracts';
import type { AcculynxContact } from '@ridgeline/acculynx';
import type {
  CompanionRules,
  ObjectMigration,
  ReadByIds,
  ReadCompanions,
  RoundCompanions,
} from '../../object-migration/object-migration.ts';
import type { AcculynxAccess } from '../../vendors/run-vendors.ts';
import { jobContactPass } from '../job-contact/job-contact-pass.ts';
import { deadLeadPass } from './dead-lead-pass.ts';
import { dealComparison } from './mapping/deal-comparison.ts';
import { correctJob } from './mapping/correct-job.ts';
import { mapJob, type MappedJob } from './mapping/map-job.ts';
import { neededOptions } from './prepare/option-cache.ts';
import { dealTarget } from './prepare/deal-target.ts';
import { findDeals, type FoundDeal } from './planning/find-deals.ts';
import { planDeadLead } from './planning/plan-dead-lead.ts';
import { planJob } from './planning/plan-job.ts';
import { replanJob } from './planning/replan-job.ts';
import { prepareJobs, type JobOptions } from './prepare/job-options.ts';
import { jobSource } from './reading/job-source.ts';
import { jobListCalls, jobsByIds } from './jobs-by-ids.ts';
import { jobSync } from './job-sync.ts';
import type { SourceJob } from './reading/source-job.ts';

/** The contacts related to jobs. */
export interface JobContacts {
  readonly object: ObjectMigration;
  readonly reader: (acculynx: AcculynxAccess) => ReadByIds<AcculynxContact>;
  readonly roundReader?: (
    acculynx: AcculynxAccess,
    round: RoundCompanions,
  ) => ReadCompanions<AcculynxContact>;
}

/** AccuLynx' jobs become HubSpot's deals; their contacts are copied with them. */
export function jobMigration(
  contacts: JobContacts,
): ObjectMigration<SourceJob, MappedJob, FoundDeal, JobOptions> {
  const companions: CompanionRules<MappedJob, JobOptions> = {
    object: contacts.object,
    optionsOf: (options) => options.contacts,
    idsOf: (job) => job.contacts.map(({ sourceId }) => sourceId),
    reader: contacts.reader,
    ...(contacts.roundReader ? { roundReader: contacts.roundReader } : {}),
  };
  return {
    type: jobType,
    openTarget: dealTarget,
    prepare: (context) => prepareJobs(context, contacts.object),
    source: jobSource,
    map: mapJob,
    retry: { listCalls: jobListCalls, readByIds: jobsByIds, correct: correctJob },
    keyOf: () => null,
    makeReady: (group, options, signal) => options.options.add(neededOptions(group), signal),
    findCounterparts: findDeals,
    plan: (question) => planDeadLead(question) ?? planJob(question),
    comparison: dealComparison,
    // Another record of the run already has the deal; the rejection is final.
    replan: { afterRefusal: replanJob, withoutKey: (record) => record },
    sync: jobSync,
    companions,
    followUpPasses: [jobContactPass, deadLeadPass],
  };
}
