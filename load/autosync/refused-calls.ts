import type { SimulatorControl } from '@ridgeline/testkit';

/** How many calls both vendors have answered with 429 since the simulators started. */
export async function refusedCalls(control: SimulatorControl): Promise<number> {
  const counters = await control.requestCounters();
  return counters.reduce((sum, { byStatus }) => sum + (byStatus['429'] ?? 0), 0);
}
