/** A resource that is still being created: once it exists, it is disposed of with the others. Returns the same promise. */
export function useWhenThere<Made extends AsyncDisposable>(
  resources: AsyncDisposableStack,
  making: Promise<Made>,
): Promise<Made> {
  // The caller that waits for it receives the failure.
  const made = making.catch(() => null);
  resources.defer(async () => (await made)?.[Symbol.asyncDispose]());
  return making;
}
