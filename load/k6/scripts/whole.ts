import { Rate } from 'k6/metrics';

/** The share of rounds that were completed: k6 only logs an error that aborts one. */
const finished = new Rate('finished');

/** Wraps a virtual user's round, which counts as `finished` or not; the round receives what `setup` prepared. */
export function whole<Prepared>(
  round: (prepared: Prepared) => Promise<void> | void,
): (prepared: Prepared) => Promise<void> {
  return async (prepared) => {
    try {
      await round(prepared);
      finished.add(true);
    } catch (error) {
      finished.add(false);
      throw error;
    }
  };
}
