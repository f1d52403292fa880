import { expect } from '@jest/globals';
import type { Product } from '@ridgeline/devstack';
import { eventually, missesNothing } from '@ridgeline/testkit';

/** The process ids of every service. A service that ended unasked was started again and has another one. */
export function processIds(product: Product): Record<string, readonly number[]> {
  const services = Object.entries(product.description.services);
  return Object.fromEntries(services.map(([name, { pids }]) => [name, pids]));
}

/** Waits until every process of the product says that it is ready and misses nothing. */
export function untilReady(product: Product): Promise<void> {
  return eventually(
    async () => expect(await readyServices(product)).toEqual(Object.keys(product.description.services)),
    { within: 60_000, what: 'every service to have all it needs' },
  );
}

/** Waits until these services say that they miss something. */
export function untilNotReady(product: Product, services: readonly string[]): Promise<void> {
  return eventually(
    async () => {
      const ready = await readyServices(product);
      expect(ready.filter((name) => services.includes(name))).toEqual([]);
    },
    { within: 60_000, what: 'the services to say that they miss something' },
  );
}

/** The services whose processes all say that they miss nothing. */
async function readyServices(product: Product): Promise<string[]> {
  const answers = Object.entries(product.description.services).map(async ([name, { instances }]) => {
    const ready = await Promise.all(instances.map(({ metrics }) => missesNothing(metrics)));
    return ready.every(Boolean) ? [name] : [];
  });
  return (await Promise.all(answers)).flat();
}
