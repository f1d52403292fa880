import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { ApiError, currentMigrations, getMigration } from '@ridgeline/contracts';
import { askNewest } from './use-query.ts';

const notFound = new ApiError(404, 'There is nothing at this address', null);
const ask = jest.fn<() => Promise<string>>();

beforeEach(() => {
  ask.mockReset().mockRejectedValue(notFound);
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('When a server of the release before answers, then the question is asked again until one of this release does', async () => {
  ask.mockRejectedValueOnce(notFound).mockRejectedValueOnce(notFound).mockResolvedValueOnce('current');
  const answer = askNewest(currentMigrations, ask);
  await jest.advanceTimersByTimeAsync(2_000);
  expect(await answer).toBe('current');
  expect(ask).toHaveBeenCalledTimes(3);
});

test('When no server knows the address for half a minute, then the query fails', async () => {
  const answer = askNewest(currentMigrations, ask);
  const told = expect(answer).rejects.toBe(notFound);
  await jest.advanceTimersByTimeAsync(30_000);
  await told;
  expect(ask).toHaveBeenCalledTimes(30);
});

test('When a thing does not exist, or something else is wrong, then the query fails immediately', async () => {
  await expect(askNewest(getMigration, ask)).rejects.toBe(notFound);
  const broken = new ApiError(500, 'Something went wrong', null);
  await expect(askNewest(currentMigrations, ask.mockRejectedValue(broken))).rejects.toBe(broken);
  expect(ask).toHaveBeenCalledTimes(2);
});
