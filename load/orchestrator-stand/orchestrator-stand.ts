import { join } from 'node:path';
import { startServers } from '@ridgeline/devstack';
import { signUserIdentity } from '@ridgeline/kit';
import { openDatabase, provisionService, urlOf, type Database } from '@ridgeline/postgres';
import { migrate } from '@ridgeline/postgres/migrate';
import { startProgram, type Program } from '../measuring/program.ts';
import { repositoryRoot, scratchDirectory, tell } from '../measuring/surroundings.ts';

/** The orchestrator's HTTP side with its own database, which has the current schema. */
export interface OrchestratorStand {
  /** Every company's rows, as the superuser. */
  readonly admin: Database;
  /** The superuser's address of the database. */
  readonly adminUrl: string;
  /** Call it once the rows are stored. */
  start(companyId: string): Promise<Program<string>>;
  /** The headers of a person of a company, good for a minute. */
  headers(companyId: string): Promise<Readonly<Record<string, string>>>;
}

const identityKey = 'identity-key-of-the-orchestrator-stand';
const database = 'ridgeline';
const service = 'migration';
const password = 'measured';

/** Starts its database; all ends with the resources. `name` is that of the benchmark. */
export async function startOrchestratorStand(
  resources: AsyncDisposableStack,
  name: string,
): Promise<OrchestratorStand> {
  const dir = await scratchDirectory(resources, name);
  const servers = resources.use(
    await startServers({ dir: join(dir, 'servers'), only: ['postgres'], durable: false, log: tell }),
  );
  const { adminUrl } = servers.postgres;
  await provisionService(adminUrl, { database, service, password, ownerPassword: password });
  await migrate({
    ownerUrl: urlOf(adminUrl, { database, user: `${service}_owner`, password }),
    schema: service,
    directory: join(repositoryRoot, 'services/migration-orchestrator/migrations'),
  });
  const ofDatabase = urlOf(adminUrl, { database });
  const admin = resources.use(openDatabase({ url: ofDatabase, applicationName: name, max: 1 }));
  return {
    admin,
    adminUrl: ofDatabase,
    start: (companyId) =>
      startProgram<string>(resources, {
        module: new URL('service.ts', import.meta.url),
        args: [urlOf(adminUrl, { database, user: `${service}_app`, password }), identityKey, companyId],
      }),
    headers: async (companyId) => {
      const user = { userId: 1, companyId, administrator: false };
      return { authorization: `Bearer ${await signUserIdentity(identityKey, user, 'orchestrator')}` };
    },
  };
}
