import { getMigration, type Connection, type Migration, type NewMigration } from '@ridgeline/contracts';
import type { Product } from '@ridgeline/devstack';
import {
  eventually,
  newTestCompany,
  runHolder,
  type SourceJob,
  type TargetAssociation,
  type TestCompany,
} from '@ridgeline/testkit';
import type { Load } from './chaos-plan.ts';
import { livePast } from './past.ts';
import type { Fact } from './past-facts.ts';
import type { Past } from './past-plan.ts';
import { stageByMilestone } from './people-in-acculynx.ts';
import { sidesOf } from './sides.ts';

/** A company of a run and its migration. */
export interface Contender {
  readonly company: TestCompany;
  readonly connection: Connection;
  readonly id: number;
  readonly load: Load;
  /** What users left behind before, and the ids that HubSpot's records of the migrated kind had then. */
  readonly facts: readonly Fact[];
  readonly inHubspotBefore: readonly string[];
  readonly pairsBefore: readonly TargetAssociation[];
  /** AccuLynx' records of the migrated kind before. */
  readonly before: readonly string[];
  /** AccuLynx' jobs before. */
  readonly jobsBefore: readonly SourceJob[];
  /** How many contacts were in HubSpot before. */
  readonly contactsBefore: number;
}

const endsWithinMs = 240_000;
const ended = new Set<Migration['status']>(['completed', 'failed', 'cancelled']);

/**
 * A company that is ready, its contacts in HubSpot where they go first, and what happened before; what is returned starts its
 * migration.
 */
export async function newContender(
  product: Product,
  load: Load,
  past: Past | null = null,
): Promise<(options?: Partial<NewMigration>) => Promise<Contender>> {
  const { contacts, jobs, type: migrationType, contactsFirst } = load;
  const company = await newTestCompany(product.description, { contacts, jobs });
  const connection = await company.connect(undefined, past ? { dealStageByMilestone: stageByMilestone } : {});
  const migrate = async (options: Partial<NewMigration>): Promise<void> => {
    const { id } = await company.startMigration(connection, options);
    await untilSettled(product, { company, id });
    const { status } = await look({ company, id });
    if (status !== 'completed') throw new Error(`The migration before the run is ${status}`);
  };
  if (contactsFirst) await migrate({});
  if (past) await migrate({ migrationType });
  const facts = past ? await livePast(company, past) : [];
  const known = await knownBefore(company, load);
  return async (options) => {
    const { id } = await company.startMigration(connection, { migrationType, ...options });
    return { company, connection, id, load, facts, ...known };
  };
}

async function knownBefore({ control, user, portalId }: TestCompany, { type }: Load) {
  const { sourceIds, targets, sourceIdProperty } = sidesOf[type];
  const records = await targets(control, portalId);
  return {
    before: await sourceIds(control, user.companyId),
    inHubspotBefore: records.flatMap(({ properties }) => properties[sourceIdProperty] ?? []),
    jobsBefore: await control.sourceJobs(user.companyId),
    contactsBefore: (await control.targetContacts(portalId)).length,
    pairsBefore: await control.targetAssociations(portalId, 'deals', 'contacts'),
  };
}

/** A migration as the API shows it now. */
export const look = ({ company, id }: Pick<Contender, 'company' | 'id'>): Promise<Migration> =>
  company.session.callPatiently(getMigration, { params: { id: String(id) } });

/** Waits until so large a share of the records is processed, or the migration has ended. */
export async function untilShare(contender: Contender, share: number): Promise<void> {
  await eventually(
    async () => {
      const { status, processedCount, targetCount } = await look(contender);
      const reached = targetCount > 0 && processedCount >= share * targetCount;
      if (!ended.has(status) && !reached) throw new Error(`It is at ${String(processedCount)}`);
    },
    { within: endsWithinMs, what: `migration ${String(contender.id)} to reach ${share.toFixed(2)}` },
  );
}

/** Waits until the migration has ended and no worker has anything in hand any more. */
export async function untilSettled(
  product: Product,
  contender: Pick<Contender, 'company' | 'id'>,
): Promise<void> {
  await eventually(
    async () => {
      const migration = await look(contender);
      if (!ended.has(migration.status)) throw new Error(`It is ${JSON.stringify(migration)}`);
      if (migration.reconciliation === null || (await runHolder(product)))
        throw new Error('A worker still has it in hand');
    },
    { within: endsWithinMs, what: `migration ${String(contender.id)} to end` },
  );
}
