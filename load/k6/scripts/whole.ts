import { Rate } from 'k6/metrics';

/** How many rounds came to their end: k6 only logs an error that breaks one off. */
const finished = new Rate('finished');

/** A round of a virtual user that counts as `finished` or not; it gets what `setup` prepared. */
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
