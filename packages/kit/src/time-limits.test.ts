import { describe, expect, test } from '@jest/globals';
import { withDeadline } from './time-limits.ts';

/** Runs until its signal is aborted, and rejects with the reason. */
const endless = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

describe('Work with a deadline', () => {
  test('It settles as the work does, and leaves no timer behind', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = timers();
    expect(await withDeadline(60_000, undefined, () => Promise.resolve('done'))).toBe('done');
    const failing = withDeadline(60_000, undefined, () => Promise.reject(new Error('refused')));
    await expect(failing).rejects.toThrow('refused');
    expect(timers()).toBe(before);
  });

  test('When the time is over, then the signal says so', async () => {
    await expect(withDeadline(5, undefined, endless)).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  test('When the parent is aborted, then so is the signal, with its reason', async () => {
    const parent = new AbortController();
    const running = withDeadline(60_000, parent.signal, endless);
    parent.abort(new Error('not wanted any more'));
    await expect(running).rejects.toThrow('not wanted any more');
    const begunLater = withDeadline(60_000, parent.signal, (signal) =>
      signal.aborted ? Promise.reject(signal.reason as Error) : endless(signal),
    );
    await expect(begunLater).rejects.toThrow('not wanted any more');
  });
});
