import {
  getMigrationLogs,
  logSentence,
  type Connection,
  type Migration,
  type NewMigration,
} from '@ridgeline/contracts';
import type { Product } from '@ridgeline/devstack';
import {
  migratedJobs,
  newTestCompany,
  type SourceJob,
  type SourceJobChange,
  type TargetRecord,
  type TestCompany,
} from '@ridgeline/testkit';
import { untilEnded } from '../support/migrations.ts';

/** A company whose jobs are copied, and short ways to look at them. */
export interface JobCompany {
  readonly owner: TestCompany;
  readonly connection: Connection;
  /** Migrates jobs (or what `options` say) and waits for the end. */
  readonly run: (options?: Partial<NewMigration>) => Promise<Migration>;
  /** All jobs at AccuLynx that are not dead. */
  readonly jobs: () => Promise<SourceJob[]>;
  /** The deal of a job; it fails when there is none or more than one. */
  readonly dealOf: (job: Pick<SourceJob, 'id'> | undefined) => Promise<TargetRecord>;
  /** The warnings and errors of a migration's log. */
  readonly warnings: (migration: Migration) => Promise<string[]>;
  /** The number of the last request at the simulators. */
  readonly lastRequest: () => Promise<number>;
  /** Changes a job as the company's people would. */
  readonly change: (job: SourceJob | undefined, change: SourceJobChange) => Promise<unknown>;
}

/** Registers a company with contacts and jobs and saves its connection. */
export async function newJobCompany(
  product: Product,
  size: { readonly contacts: number; readonly jobs: number },
  deals: Parameters<TestCompany['connect']>[1] = {},
): Promise<JobCompany> {
  const owner = await newTestCompany(product.description, size);
  const connection = await owner.connect('Jobs', deals);
  const { control, user, portalId, session } = owner;
  return {
    owner,
    connection,
    run: async (options = {}) => {
      const { id } = await owner.startMigration(connection, { migrationType: 'jobs', ...options });
      return untilEnded(owner, id);
    },
    jobs: async () => migratedJobs(await control.sourceJobs(user.companyId)),
    dealOf: async (job) => {
      const deals = await control.targetDeals(portalId);
      const [deal, ...others] = deals.filter(({ properties }) => properties['acculynx_job_id'] === job?.id);
      if (!deal || others.length > 0) throw new Error(`Job ${String(job?.id)} has not one deal`);
      return deal;
    },
    warnings: async ({ id }) => {
      const lines = await session.call(getMigrationLogs, {
        params: { id: String(id) },
        query: { limit: 10_000 },
      });
      return lines.filter(({ level }) => level === 'warning' || level === 'error').map(logSentence);
    },
    change: (job, change) => control.changeSourceJob(user.companyId, job?.id ?? '', change),
    lastRequest: async () => (await control.requests(user.companyId)).at(-1)?.number ?? 0,
  };
}
