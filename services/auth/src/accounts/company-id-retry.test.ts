import { expect, test } from '@jest/globals';
import { AppError } from '@ridgeline/kit';
import { retryWhenCompanyIdTaken } from './account-store.postgres.ts';

const taken = (constraint: string) => new AppError('server.failed', { details: { constraint } });

/** Work that fails this many times, and how often it was called. */
function failing(times: number, error: Error) {
  const work = {
    done: 0,
    run: () => {
      work.done += 1;
      return work.done > times ? Promise.resolve('made') : Promise.reject(error);
    },
  };
  return work;
}

test('When the picked company id is taken twice, then the third one is used', async () => {
  const work = failing(2, taken('companies_pkey'));
  expect(await retryWhenCompanyIdTaken(work.run)).toBe('made');
  expect(work.done).toBe(3);
});

test('When it is taken three times, then the error is thrown', async () => {
  const work = failing(3, taken('companies_pkey'));
  await expect(retryWhenCompanyIdTaken(work.run)).rejects.toMatchObject({ code: 'server.failed' });
  expect(work.done).toBe(3);
});

test('When something else fails, then it is not tried again', async () => {
  const work = failing(1, taken('users_email_key'));
  await expect(retryWhenCompanyIdTaken(work.run)).rejects.toMatchObject({ code: 'server.failed' });
  expect(work.done).toBe(1);
});
