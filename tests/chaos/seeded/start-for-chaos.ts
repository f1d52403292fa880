import { join } from 'node:path';
import { startProduct, type Product } from '@ridgeline/devstack';

/**
 * Starts the product without its pages, for runs in which everything is killed, with throttles that one address does not reach,
 * and with other variables of its services where they are given.
 */
export function startForChaos(
  name: string,
  log: (line: string) => void,
  env: Readonly<Record<string, string>> = {},
): Promise<Product> {
  const root = process.cwd();
  return startProduct({
    root,
    dir: join(root, '.ridgeline', `${name}-${process.pid}`),
    log,
    durable: false,
    web: false,
    contactsPerCompany: 10,
    jobsPerCompany: 10,
    env: {
      REGISTRATIONS_PER_ADDRESS: '1000000',
      SIGN_IN_TRIES_PER_ADDRESS: '1000000',
      CHECKS_PER_ADDRESS: '1000000',
      ...env,
    },
  });
}
