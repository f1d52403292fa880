import { getMigrationLogs, outcomeKinds, type Migration, type MigrationLog } from '@ridgeline/contracts';
import type { SourceListName } from '@ridgeline/testkit';
import { companionProblems } from './companions.ts';
import { look } from '../disturbing/watched-migration.ts';
import type { MigratingTenant } from './migrating-tenant.ts';
import { pastProblems, type PastEvidence } from './past-problems.ts';
import { sidesAfterPast } from './sides-after-past.ts';
import { sidesOf } from './sides.ts';
import { violations, type Evidence } from './violations.ts';

/** How a company's migration ended. */
interface Verdict {
  readonly migration: Migration;
  readonly violations: readonly string[];
  /** Its log without the lines about batches and records, oldest first. */
  readonly log: readonly string[];
}

/** How many lists a run checks before it completes its summary: neither list of jobs holds all of them. */
const listsOf = { contacts: 1, jobs: 2 } as const satisfies Record<SourceListName, number>;

/** Whether a run read AccuLynx' lists again after they changed: its summary then counts what they hold. */
async function heldStillAtEnd(
  { company: { control, user }, load: { type } }: MigratingTenant,
  shiftedAfter: number,
): Promise<boolean> {
  if (shiftedAfter === 0) return true;
  const later = await control.requests(user.companyId, shiftedAfter);
  // Dead leads are read at the very end and do not count.
  const looks = later.filter(
    ({ vendor, path, query }) =>
      vendor === 'acculynx' && path === `/api/v2/${type}` && !query.includes('milestones=dead'),
  );
  return looks.length >= listsOf[type];
}

/** Checks how a migration ended; `shiftedAfter` is the last request before AccuLynx' list last changed, or 0. */
export async function checkedTenant(
  tenant: MigratingTenant,
  { shiftedAfter, oneAttemptOnly }: { shiftedAfter: number } & Pick<Evidence, 'oneAttemptOnly'>,
): Promise<Verdict> {
  const { company, id, load, before, inHubspotBefore } = tenant;
  const { sourceIdProperty, sourceIds } = sidesOf[load.type];
  const { control, user, session } = company;
  const { companyId } = user;
  const migration = await look(tenant);
  const changes = (await control.sourceChanges(companyId)).filter(({ list }) => list === load.type);
  const idsOf = (action: string) => changes.flatMap((change) => (change.action === action ? change.ids : []));
  const lines = await session.call(getMigrationLogs, {
    params: { id: String(id) },
    query: { limit: 10_000 },
  });
  const [inserted, deleted] = [idsOf('inserted'), idsOf('deleted')];
  const targets = await targetsOf(tenant);
  return {
    migration,
    log: lines
      .filter(({ context }) => !isOfBatch(context))
      .map(({ timestamp, message }) => `${timestamp.slice(11, 23)} ${message}`)
      .reverse(),
    violations: [
      ...violations({
        migration,
        sourceIdProperty,
        before,
        after: await sourceIds(control, companyId),
        inHubspotBefore,
        inserted,
        deleted,
        target: targets[load.type === 'jobs' ? 'deals' : 'contacts'],
        heldStillAtEnd: await heldStillAtEnd(tenant, shiftedAfter),
        oneAttemptOnly,
      }),
      ...(load.type === 'jobs' ? await companionsChecked(tenant, migration, { targets, deleted }) : []),
      ...pastProblems({
        migration,
        facts: tenant.facts,
        before,
        deleted,
        targets,
        isLast: false,
      }),
    ],
  };
}

/** What HubSpot holds of both kinds. */
export async function targetsOf({
  company,
}: Pick<MigratingTenant, 'company'>): Promise<PastEvidence['targets']> {
  const { control, portalId } = company;
  return { contacts: await control.targetContacts(portalId), deals: await control.targetDeals(portalId) };
}

async function companionsChecked(
  { company, facts, jobsBefore, contactsBefore, pairsBefore, inHubspotBefore }: MigratingTenant,
  migration: Migration,
  { targets, deleted }: { targets: PastEvidence['targets']; deleted: readonly string[] },
): Promise<string[]> {
  const { control, user, portalId } = company;
  const all = [...jobsBefore, ...(await control.sourceJobs(user.companyId))];
  const associations = await control.targetAssociations(portalId, 'deals', 'contacts');
  const jobs = [...new Map(all.map((job) => [job.id, job])).values()];
  const sides = { jobs, ...targets, associations };
  if (inHubspotBefore.length === 0)
    return companionProblems({ migration, contactsBefore, countsAll: true, ...sides });
  return companionProblems({
    migration,
    contactsBefore,
    countsAll: migration.status === 'completed' && deleted.length === 0,
    ...sidesAfterPast(sides, { facts, pairs: pairsBefore, deletedJobs: deleted }),
  });
}

/** Whether a line is about a batch or its records; the summary at the end, which names the source, is not. */
const isOfBatch = (context: MigrationLog['context']): boolean =>
  ['sourceId', 'reason'].some((name) => name in context) ||
  (outcomeKinds.some((outcome) => outcome in context) && !('source' in context));
