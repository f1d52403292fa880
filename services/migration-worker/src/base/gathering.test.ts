import { expect, test } from '@jest/globals';
import { Gathering } from './gathering.ts';

const long = 3_600_000;

/** Questions are numbers; each answer is the doubled number. */
function doubling({ gatherMs = long, max = 3 } = {}) {
  const asked: (readonly number[])[] = [];
  const alone: number[] = [];
  const answers = { fail: false };
  const gathering = new Gathering<number, number>({
    gatherMs,
    max,
    ask: (questions) => {
      asked.push(questions);
      if (answers.fail) return Promise.reject(new Error('unreachable'));
      return Promise.resolve(questions.map((question) => (question < 0 ? undefined : question * 2)));
    },
    askAlone: (question) => {
      alone.push(question);
      return question < 0 ? Promise.reject(new Error('never')) : Promise.resolve(question * 2);
    },
  });
  return { gathering, asked, alone, answers };
}

test('When several are asked in the same turn, then one call asks all, and each has its own answer', async () => {
  const { gathering, asked } = doubling({ gatherMs: 0 });
  expect(await Promise.all([gathering.ask(1), gathering.ask(2)])).toEqual([2, 4]);
  expect(asked).toEqual([[1, 2]]);
  expect(await gathering.ask(3)).toBe(6);
});

test('When waiting questions are flushed, then they are asked in calls of the size that is allowed, and waits no longer', async () => {
  const { gathering, asked } = doubling();
  const answers = [1, 2, 3, 4].map((question) => gathering.ask(question));
  expect([gathering.isWaiting(4), asked]).toEqual([true, []]);
  gathering.flush();
  expect(gathering.isWaiting(4)).toBe(false);
  expect(await Promise.all(answers)).toEqual([2, 4, 6, 8]);
  expect(asked).toEqual([[1, 2, 3], [4]]);
});

test('When the call fails, or leaves one out, then that is asked alone, and fails alone', async () => {
  const { gathering, alone, answers } = doubling();
  const asking = [gathering.ask(1), gathering.ask(-2)];
  gathering.flush();
  expect(await Promise.allSettled(asking)).toMatchObject([{ value: 2 }, { reason: { message: 'never' } }]);
  expect(alone).toEqual([-2]);
  answers.fail = true;
  const again = [gathering.ask(3), gathering.ask(4)];
  gathering.flush();
  expect(await Promise.all(again)).toEqual([6, 8]);
  expect(alone).toEqual([-2, 3, 4]);
});
