import { ApiError } from '@ridgeline/contracts';
import { describe, expect, test } from '@jest/globals';
import { untilAnswered } from './until-answered.ts';

const never = new AbortController().signal;

/** Answers with these, one call after the other. */
function answering(...answers: (Error | string)[]) {
  const asked = { calls: 0 };
  const call = (): Promise<string> => {
    const answer = answers[asked.calls++] ?? 'none left';
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  return { asked, call };
}

describe('A question to one of our own services is repeated until it is answered', () => {
  test.each([
    ['refuses our identity, whose keys are just being exchanged', new ApiError(401, 'x', null)],
    ['is busy', new ApiError(429, 'x', null)],
    ['has an error of its own', new ApiError(503, 'x', null)],
    ['is not there', new TypeError('fetch failed')],
  ])('When it %s, then it is asked again', async (_, fault) => {
    const { asked, call } = answering(fault, 'fine');
    expect(await untilAnswered(never, call)).toBe('fine');
    expect(asked.calls).toBe(2);
  });

  test('When it says no, then that is the answer', async () => {
    const no = new ApiError(409, 'x', null);
    const { asked, call } = answering(no, 'fine');
    await expect(untilAnswered(never, call)).rejects.toBe(no);
    expect(asked.calls).toBe(1);
  });

  test('When the run stops during the wait, then nothing is asked any more', async () => {
    const stop = new AbortController();
    const reason = new Error('stopped');
    const { asked, call } = answering(new TypeError('fetch failed'), 'fine');
    const asking = untilAnswered(stop.signal, call);
    setImmediate(() => stop.abort(reason));
    await expect(asking).rejects.toBe(reason);
    expect(asked.calls).toBe(1);
  });
});
