import { expect, test } from '@jest/globals';
import { useWhenThere } from './use-when-there.ts';

test('When the others are disposed of while a resource is being made, then it is disposed of once it is there', async () => {
  const making = Promise.withResolvers<AsyncDisposable>();
  const resources = new AsyncDisposableStack();
  void useWhenThere(resources, making.promise);
  let disposed = false;
  const disposing = resources.disposeAsync();
  making.resolve({
    [Symbol.asyncDispose]: () => {
      disposed = true;
      return Promise.resolve();
    },
  });
  await disposing;
  expect(disposed).toBe(true);
});

test('When a resource cannot be made, then who waits for it learns why, and the others are disposed of', async () => {
  const resources = new AsyncDisposableStack();
  const failing = useWhenThere(resources, Promise.reject(new Error('No room')));
  await expect(failing).rejects.toThrow('No room');
  await expect(resources.disposeAsync()).resolves.toBeUndefined();
});
