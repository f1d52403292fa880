import { getMigration, type Migration } from '@ridgeline/contracts';
import { startProduct, type Product } from '@ridgeline/devstack';
import type { TestCompany } from '@ridgeline/testkit';
import { repositoryRoot, scratchDirectory, tell } from './surroundings.ts';
import { poll, retryEvery } from '@ridgeline/kit';

/**
 * Starts the whole product, without its pages unless requested. Its throttles are too high for one address to reach: the
 * work is measured, not the limits.
 */
export async function startMeasuredProduct(
  resources: AsyncDisposableStack,
  name: string,
  {
    gateways = 1,
    web = false,
    env = {},
  }: { gateways?: number; web?: boolean; env?: Readonly<Record<string, string>> } = {},
): Promise<Product> {
  const product = await startProduct({
    root: repositoryRoot,
    dir: await scratchDirectory(resources, name),
    log: tell,
    durable: false,
    web,
    workers: 1,
    gateways,
    contactsPerCompany: 10,
    jobsPerCompany: 10,
    env: {
      SIGN_INS: '1000000',
      SIGN_INS_PER_ADDRESS: '1000000',
      SIGN_IN_TRIES: '1000000',
      SIGN_IN_TRIES_PER_ADDRESS: '1000000',
      HASHES_AT_ONCE: '1000000',
      HASHES_AT_ONCE_PER_ADDRESS: '1000000',
      REQUESTS_PER_PERSON: '1000000',
      REQUESTS_PER_COMPANY: '1000000',
      ...env,
    },
  });
  return resources.use(product);
}

/** Waits until a migration has ended and its summary is complete. */
export function untilClosed({ session }: TestCompany, id: number): Promise<Migration> {
  const look = async (): Promise<Migration | undefined> => {
    const migration = await session.callPatiently(getMigration, { params: { id: String(id) } });
    return migration.completedAt !== null && migration.reconciliation !== null ? migration : undefined;
  };
  return poll(retryEvery(200), look, { what: `migration ${id} to close` });
}

/** The number of the last request that the company's runs have made. */
export async function lastRequest({ control, user }: TestCompany): Promise<number> {
  return (await control.requests(user.companyId)).at(-1)?.number ?? 0;
}
