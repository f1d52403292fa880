import { testConnection } from '@ridgeline/contracts';
import type { Product, ServiceProcess } from '@ridgeline/devstack';
import { pause } from '@ridgeline/kit';
import { eventually, type SimulatorControl } from '@ridgeline/testkit';
import { disturb } from '../disturbing/disturb.ts';
import { breakSubscription } from './broken-subscription.ts';
import type { SyncDisturbance } from './sync-plan.ts';
import type { SyncedTenant } from './synced-tenant.ts';

/** Performs a disturbance; resolves when it is over and users have fixed what they must fix. */
export async function disturbSync(
  product: Product,
  tenant: SyncedTenant,
  disturbance: SyncDisturbance,
): Promise<void> {
  const { company } = tenant;
  switch (disturbance.kind) {
    case 'kill':
      return killInTurn(product, disturbance.service);
    case 'freeze':
      return freeze(product.processes(disturbance.service), disturbance.forMs);
    case 'away':
      await product.servers.kill(disturbance.server);
      await pause(disturbance.forMs);
      return product.servers.restart(disturbance.server);
    case 'revoke': {
      const { vendor, forMs } = disturbance;
      const { companyId } = company.user;
      await company.control.addFault({ vendor, companyId, forMs, effect: { kind: 'revoke' } });
      await pause(forMs);
      return untilValid(tenant);
    }
    case 'silence':
      await silence(company.control, true);
      await pause(disturbance.forMs);
      return silence(company.control, false);
    case 'disable-subscription':
    case 'delete-subscription':
      return breakSubscription(product, tenant, disturbance.kind);
    case 'vendor-outage':
    case 'hubspot-limit':
    case 'cut-answers':
      return disturb({ product, company, migrationId: 0, list: 'contacts' }, disturbance);
  }
}

/** Whether a disturbance keeps all received events off the orchestrator's list. */
export function cutsWayToList(disturbance: SyncDisturbance): boolean {
  if (disturbance.kind === 'kill' || disturbance.kind === 'freeze')
    return disturbance.service === 'connection' || disturbance.service === 'migration-orchestrator';
  return disturbance.kind === 'away' && disturbance.server !== 'redis';
}

/** Kills and restarts each process of a service, one after the other. */
export async function killInTurn(product: Product, service: string): Promise<void> {
  for (const process of [...product.processes(service)]) {
    await process.kill();
    await product.restart(process);
  }
}

const silence = (control: SimulatorControl, silent: boolean): Promise<void> =>
  control.change({ acculynx: { deliveries: { disturbances: { silent } } } });

async function freeze(processes: readonly ServiceProcess[], forMs: number): Promise<void> {
  for (const process of processes) process.signal('SIGSTOP');
  await pause(forMs);
  for (const process of processes) process.signal('SIGCONT');
}

/** Users test the connection until both credentials work. */
function untilValid({ company, connection }: SyncedTenant): Promise<void> {
  return eventually(
    async () => {
      const params = { id: String(connection.id) };
      const { connection: now } = await company.session.callPatiently(testConnection, { params });
      if (now.acculynxStatus !== 'valid' || now.hubspotStatus !== 'valid')
        throw new Error(`It is ${now.acculynxStatus} and ${now.hubspotStatus}`);
    },
    { within: 90_000, what: 'the connection to be valid again' },
  );
}
