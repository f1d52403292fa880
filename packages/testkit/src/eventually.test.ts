import { describe, expect, test } from '@jest/globals';
import { eventually } from './eventually.ts';

describe('eventually', () => {
  test('When the check holds at its third try, then its answer is the answer', async () => {
    let tries = 0;
    const answer = await eventually(
      () => {
        tries += 1;
        if (tries < 3) throw new Error('not yet');
        return 'there';
      },
      { what: 'the third try' },
    );
    expect({ answer, tries }).toEqual({ answer: 'there', tries: 3 });
  });

  test('When the check never holds, then the error says what was waited for and why it did not come', async () => {
    const waiting = eventually(() => Promise.reject(new Error('2 of 3 rows')), {
      within: 20,
      what: 'three rows',
    });
    await expect(waiting).rejects.toThrow('Waited 20 ms in vain for three rows: 2 of 3 rows');
  });
});
