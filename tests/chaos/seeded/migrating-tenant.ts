import type { Connection, Migration, NewMigration } from '@ridgeline/contracts';
import type { Product } from '@ridgeline/devstack';
import { newTestCompany, type SourceJob, type TargetAssociation, type TestCompany } from '@ridgeline/testkit';
import { untilSettled } from '../disturbing/watched-migration.ts';
import type { Load } from './chaos-plan.ts';
import { livePast } from './past.ts';
import type { Fact } from './past-facts.ts';
import type { Past } from './past-plan.ts';
import { stageByMilestone } from './people-in-acculynx.ts';
import { sidesOf } from './sides.ts';

/** A company of a run and its migration. */
export interface MigratingTenant {
  readonly company: TestCompany;
  readonly connection: Connection;
  readonly id: number;
  readonly load: Load;
  /** What users left behind, and the ids that HubSpot's records of the migrated kind had before the run. */
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

/** A company that is ready for its migration. */
export type Ready = Omit<MigratingTenant, 'id'>;

/** A new company. Its contacts are already in HubSpot if the load says so, and everything in its past has happened. */
export async function newMigratingTenant(
  product: Product,
  load: Load,
  past: Past | null = null,
): Promise<Ready> {
  const { contacts, jobs, type: migrationType, contactsFirst } = load;
  const company = await newTestCompany(product.description, { contacts, jobs });
  const connection = await company.connect(undefined, past ? { dealStageByMilestone: stageByMilestone } : {});
  const migrate = async (options: Partial<NewMigration>): Promise<void> => {
    const { id } = await company.startMigration(connection, options);
    const { status } = await untilSettled(product, { company, id });
    if (status !== 'completed') throw new Error(`The migration before the run is ${status}`);
  };
  if (contactsFirst) await migrate({});
  if (past) await migrate({ migrationType });
  const facts = past ? await livePast(company, past) : [];
  return { company, connection, load, facts, ...(await knownBefore(company, load)) };
}

/** Creates a migration of the company, with non-default options where given. */
export const create = (
  { company, connection, load }: Ready,
  options: Partial<NewMigration> = {},
): Promise<Migration> => company.startMigration(connection, { migrationType: load.type, ...options });

/** Starts the migration by which the company is checked. */
export async function start(ready: Ready, options?: Partial<NewMigration>): Promise<MigratingTenant> {
  return { ...ready, id: (await create(ready, options)).id };
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
