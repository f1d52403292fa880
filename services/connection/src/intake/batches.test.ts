import { expect, test } from '@jest/globals';
import { Batches } from './batches.ts';

/** Batches whose work ends when the test says so. */
function held(running = 1, waiting = 10) {
  const begun: { readonly inputs: readonly number[]; readonly end: () => void; readonly fail: () => void }[] =
    [];
  const batches = new Batches<number, number>({
    work: (inputs) =>
      new Promise((resolve, reject) => {
        const end = () => resolve(inputs.map((input) => input * 10));
        begun.push({ inputs, end, fail: () => reject(new Error('away')) });
      }),
    size: 3,
    running,
    waiting,
  });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return { batches, begun, turn };
}

test('When inputs come in one turn, or while a batch is in progress, then the next batches take them together, up to the size', async () => {
  const { batches, begun, turn } = held();
  const first = [1, 2].map((input) => batches.submit(input));
  await turn();
  const outputs = Promise.all([...first, ...[3, 4, 5, 6].map((input) => batches.submit(input))]);
  for (let at = 0; at < 3; at += 1) {
    begun[at]?.end();
    await turn();
  }
  expect(await outputs).toEqual([10, 20, 30, 40, 50, 60]);
  expect(begun.map(({ inputs }) => inputs)).toEqual([[1, 2], [3, 4, 5], [6]]);
});

test('When there is room for more than one batch, then what is too much for the first begins beside it', async () => {
  const { batches, begun, turn } = held(2);
  const ends = Promise.all([1, 2, 3, 4].map((input) => batches.submit(input)));
  await turn();
  expect(begun.map(({ inputs }) => inputs)).toEqual([[1, 2, 3], [4]]);
  for (const { end } of begun) end();
  await ends;
});

test('When a batch fails, then its inputs fail and those behind it do not', async () => {
  const { batches, begun, turn } = held();
  const first = batches.submit(1);
  await turn();
  const ends = Promise.allSettled([first, batches.submit(2)]);
  begun[0]?.fail();
  await turn();
  begun[1]?.end();
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});

test('When too many wait, then one more is unavailable', async () => {
  const { batches, begun, turn } = held(1, 2);
  const first = batches.submit(1);
  await turn();
  const ends = Promise.allSettled([first, ...[2, 3, 4].map((input) => batches.submit(input))]);
  for (let at = 0; at < 2; at += 1) {
    begun[at]?.end();
    await turn();
  }
  expect((await ends).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
  ]);
});
