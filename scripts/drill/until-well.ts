import { missesNothing } from '@ridgeline/testkit';
import { eventually } from '@ridgeline/testkit/eventually';

/** Waits until every process has all that it depends on again; `targets` are the addresses of their metrics. */
export async function untilWell(targets: readonly string[]): Promise<void> {
  await eventually(
    async () => {
      const well = await Promise.all(targets.map(missesNothing));
      if (!well.every(Boolean)) throw new Error('Some miss something');
    },
    { within: 60_000, what: 'every process to have all it needs again' },
  );
}
