import { expect, test } from '@jest/globals';
import type { Subscription } from './consumer/subscribe-options.ts';
import { sideBySide } from './kafka.ts';

const aSubscription = (dispose: () => Promise<void>): Subscription => ({
  pause: () => undefined,
  resume: () => undefined,
  [Symbol.asyncDispose]: dispose,
});

test('When subscriptions stand side by side, then each begins to end before any has ended', async () => {
  const ends = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const began: number[] = [];
  const both = ends.map(({ promise }, place) =>
    Promise.resolve(
      aSubscription(async () => {
        began.push(place);
        await promise;
      }),
    ),
  );
  const together = await sideBySide(...both);
  const ended = together[Symbol.asyncDispose]();
  expect(began).toEqual([0, 1]);
  for (const { resolve } of ends) resolve(undefined);
  await expect(ended).resolves.toBeUndefined();
});

test('When one cannot start, then the error is its own', async () => {
  const failed = Promise.reject(new Error('No broker answers'));
  await expect(sideBySide(Promise.resolve(aSubscription(() => Promise.resolve())), failed)).rejects.toThrow(
    'No broker answers',
  );
});
