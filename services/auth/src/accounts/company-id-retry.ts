import { violatedConstraint } from '@ridgeline/postgres';

/** A company id is one of about 900 million; three collisions in a row mean that something else is wrong. */
const tries = 3;

/** Does work that inserts a company under a new id, and does it again with another one when the id is taken. */
export async function retryWhenCompanyIdTaken<T>(work: () => Promise<T>): Promise<T> {
  for (let done = 1; ; done += 1) {
    try {
      return await work();
    } catch (error) {
      if (violatedConstraint(error) !== 'companies_pkey' || done === tries) throw error;
    }
  }
}
