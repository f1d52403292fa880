import { SenderWorld } from '../../pipeline/testing/a-run-with-senders.ts';
import type { ConformingWorld } from './conforming-world.ts';

/** 26 parcels of 9 senders: two senders share an address, one has no name, one does not exist. */
export function parcelWorld(): Promise<ConformingWorld> {
  const world = new SenderWorld();
  for (let index = 0; index < 26; index += 1) world.parcel(index, [index % 9, (index + 3) % 9]);
  world.senders.set('s-5', { id: 's-5', name: 'Sender 5', address: 'address-4' });
  world.senders.set('s-6', { id: 's-6', name: '', address: 'address-6' });
  world.senders.delete('s-7');
  const { people, boxes, pairs } = world;
  return Promise.resolve({
    ownKind: 'parcel',
    run: (setup) => Promise.resolve(world.run({ settings: { batchSize: 5, concurrency: 2 }, ...setup })),
    contents: () =>
      Promise.resolve(
        Object.entries({ people, boxes, pairs }).flatMap(([portal, { records }]) =>
          records.map(
            ({ properties }) => `${portal} ${JSON.stringify(Object.entries(properties).toSorted())}`,
          ),
        ),
      ),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  });
}
