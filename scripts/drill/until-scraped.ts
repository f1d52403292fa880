import { eventually } from '@ridgeline/testkit/eventually';
import type { Prometheus } from '../../tests/telemetry/prometheus.ts';

/** Waits until Prometheus has read every process once: what a counter had by then is no increase. */
export async function untilScraped(prometheus: Prometheus, targets: readonly string[]): Promise<void> {
  const since = Date.now() / 1_000;
  await eventually(
    async () => {
      const read = await prometheus.linesSince(since, 'up == 1');
      if (read.length < targets.length) throw new Error(`${read.length} of ${targets.length} were read`);
    },
    { within: 60_000, what: 'Prometheus to read every process' },
  );
}
