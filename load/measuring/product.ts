import { startProduct, type Product } from '@ridgeline/devstack';
import { repositoryRoot } from './repository-root.ts';
import { scratchDirectory, tell } from './surroundings.ts';

/** The whole product, without its pages unless they are asked for, with throttles that one address does not reach: the work is what is measured. */
export async function startMeasuredProduct(
  resources: AsyncDisposableStack,
  name: string,
  { gateways = 1, web = false }: { gateways?: number; web?: boolean } = {},
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
    },
  });
  return resources.use(product);
}
