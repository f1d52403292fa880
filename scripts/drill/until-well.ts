import { eventually } from '@ridgeline/testkit/eventually';

/** Waits until every process takes work again; `targets` are the addresses of their metrics. */
export async function untilWell(targets: readonly string[]): Promise<void> {
  const isReady = async (metrics: string): Promise<boolean> =>
    (await fetch(metrics.replace('/metrics', '/readyz'))).ok;
  await eventually(
    async () => {
      const ready = await Promise.all(targets.map(isReady));
      if (!ready.every(Boolean)) throw new Error('Some are not ready');
    },
    { within: 60_000, what: 'every process to be ready again' },
  );
}
