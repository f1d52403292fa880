const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Starts something, gives it to `use`, and stops it in order upon Ctrl-C. While it starts, the end of this process ends
 * everything it started.
 */
export async function untilStopped<Started extends AsyncDisposable>(
  start: () => Promise<Started>,
  use: (started: Started) => Promise<void>,
): Promise<void> {
  const stop = Promise.withResolvers<string>();
  for (const signal of signals) process.once(signal, () => process.exit(130));
  await using started = await start();
  for (const signal of signals) {
    process.removeAllListeners(signal);
    process.on(signal, stop.resolve);
  }
  await Promise.race([use(started), stop.promise]);
  await stop.promise;
  process.stdout.write('\nStopping ...\n');
}
