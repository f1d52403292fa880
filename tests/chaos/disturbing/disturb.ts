import { ApiError, getMigration, pauseMigration, resumeMigration } from '@ridgeline/contracts';
import type { Product } from '@ridgeline/devstack';
import { pause } from '@ridgeline/kit';
import { urlOf } from '@ridgeline/postgres';
import { runStatements } from '@ridgeline/postgres/testing';
import { eventually, holderOf, type SourceListName, type TestCompany } from '@ridgeline/testkit';
import type { Disturbance, SourceStep } from './disturbance.ts';

/** Where a disturbance does its work. */
export interface Scene {
  readonly product: Product;
  readonly company: TestCompany;
  /** The company's migration that is disturbed. */
  readonly migrationId: number;
  /** The listing that is migrated. */
  readonly list: SourceListName;
}

/** Does a disturbance and resolves when it is over. */
export async function disturb(
  { product, company, migrationId, list }: Scene,
  disturbance: Disturbance,
): Promise<void> {
  const { control, user } = company;
  const { companyId } = user;
  switch (disturbance.kind) {
    case 'kill-worker':
    case 'stop-worker': {
      const worker = await holderOf(product, migrationId);
      if (!worker) return;
      await (disturbance.kind === 'kill-worker' ? worker.kill() : worker.stop());
      await product.restart(worker);
      return;
    }
    case 'kill-orchestrator': {
      for (const orchestrator of product.processes('migration-orchestrator')) {
        await orchestrator.kill();
        await product.restart(orchestrator);
      }
      return;
    }
    case 'freeze-worker':
      return freeze(await holderOf(product, migrationId), disturbance.forMs);
    case 'freeze-orchestrator':
      return freeze(product.processes('migration-orchestrator')[0], disturbance.forMs);
    case 'lag-reports':
      // Each report has a row in the inbox; renewals and plans have none.
      return runStatements(urlOf(product.description.servers.postgres, { database: 'ridgeline' }), [
        'begin',
        'lock table migration.inbox in share mode',
        `select pg_sleep(${String(disturbance.forMs / 1_000)})`,
        'commit',
      ]);
    case 'restart-server':
      return product.servers.restart(disturbance.server);
    case 'vendor-outage': {
      const { vendor, forMs } = disturbance;
      await control.addFault({ vendor, companyId, forMs, effect: { kind: 'http-error', status: 503 } });
      return;
    }
    case 'hubspot-limit': {
      const { forMs } = disturbance;
      const path = '/crm/**';
      await control.addFault({ vendor: 'hubspot', companyId, path, forMs, effect: { kind: 'rate-limit' } });
      return;
    }
    case 'cut-answers': {
      const { times } = disturbance;
      const path = '/crm/**/batch/*';
      await control.addFault({ vendor: 'hubspot', companyId, path, times, effect: { kind: 'cut' } });
      return;
    }
    case 'pause':
      return pauseFor(company, migrationId, disturbance.forMs);
    case 'short-page': {
      const { leaveOut } = disturbance;
      const effect = { kind: 'short-page', leaveOut, from: 'random' };
      const path = `/api/v2/${list}`;
      await control.addFault({ vendor: 'acculynx', companyId, path, times: 1, effect });
      return;
    }
    case 'shift-source': {
      for (const step of disturbance.changes) await shift(company, list, step);
    }
  }
}

/** Pauses a migration; throws if it continues while paused. If it has already ended, it is left as is. */
async function pauseFor({ session }: TestCompany, id: number, forMs: number): Promise<void> {
  const params = { id: String(id) };
  const look = () => session.callPatiently(getMigration, { params });
  await session.callPatiently(pauseMigration, { params }).catch(ignoreEnded);
  const paused = await eventually(
    async () => {
      const migration = await look();
      if (migration.pausedAt !== null && migration.phase !== 'paused') throw new Error('It is pausing');
      return migration;
    },
    { within: 30_000, what: 'the migration to be paused' },
  );
  if (paused.pausedAt === null) return;
  await pause(forMs);
  const { phase, attempt } = await look();
  if (phase !== 'paused' || attempt !== paused.attempt) throw new Error('A paused migration continued');
  await session.callPatiently(resumeMigration, { params });
}

function ignoreEnded(error: unknown): void {
  if (!(error instanceof ApiError) || error.code !== 'migration.not_pausable') throw error;
}

async function shift(
  { control, user: { companyId } }: TestCompany,
  list: SourceListName,
  { action, at }: SourceStep,
): Promise<void> {
  const place = { at: Math.floor(at * (await control.sourceIds(companyId, list)).length) };
  if (action === 'insert') await control.insertIntoSource(companyId, list, place);
  else if (action === 'delete') await control.deleteFromSource(companyId, list, place);
  else await control.assignSourceJobs(companyId, action === 'assign', place);
}

async function freeze(
  process: { signal(signal: NodeJS.Signals): void } | null | undefined,
  forMs: number,
): Promise<void> {
  if (!process) return;
  process.signal('SIGSTOP');
  await pause(forMs);
  process.signal('SIGCONT');
}
