import { expect } from '@jest/globals';
import type { Product } from '@ridgeline/devstack';
import { eventually, missesNothing } from '@ridgeline/testkit';

/** The process ids of every service. A service that crashed was restarted and has another id. */
export function processIds(product: Product): Record<string, readonly number[]> {
  const services = Object.entries(product.description.services);
  return Object.fromEntries(services.map(([name, { pids }]) => [name, pids]));
}

/** Waits until every process of the product reports that it is ready and misses no dependency. */
export function untilReady(product: Product): Promise<void> {
  return eventually(
    async () => expect(await readyServices(product)).toEqual(Object.keys(product.description.services)),
    { within: 60_000, what: 'every service to have all it needs' },
  );
}

/** Waits until these services report a missing dependency. */
export function untilNotReady(product: Product, services: readonly string[]): Promise<void> {
  return eventually(
    async () => {
      const ready = await readyServices(product);
      expect(ready.filter((name) => services.includes(name))).toEqual([]);
    },
    { within: 60_000, what: 'the services to say that they miss something' },
  );
}

/** The services whose processes all report that no dependency is missing. */
async function readyServices(product: Product): Promise<string[]> {
  const answers = Object.entries(product.description.services).map(async ([name, { instances }]) => {
    const ready = await Promise.all(instances.map(({ metrics }) => missesNothing(metrics)));
    return ready.every(Boolean) ? [name] : [];
  });
  return (await Promise.all(answers)).flat();
}
