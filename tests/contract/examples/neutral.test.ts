import { describe, expect, test } from '@jest/globals';
import { neutralExample } from './neutral.ts';

const names = new Map([['dana-3f@roofing.example', 'dana@brazos-roofing.example']]);

describe('An example without what belongs to one run', () => {
  test('When a call holds credentials, then fixed ones take their place, and masks stay masks', () => {
    const body = { acculynxApiKey: 'al-key-3f9a', hubspotPat: '••••77aa' };
    expect(neutralExample({ body }, names)).toEqual({
      body: { acculynxApiKey: 'al-key-of-the-example', hubspotPat: '••••1a2b' },
    });
  });

  test('When a call names a record, a moment, an email and our own address, then all are the same each time', () => {
    const params = { id: '8741' };
    const answer = {
      id: 8741,
      createdAt: '2031-01-02T03:04:05.678Z',
      text: 'dana-3f@roofing.example at http://127.0.0.1:40123/',
      list: [{ id: 5 }, { id: 9 }],
    };
    expect(neutralExample({ params, answer }, names)).toEqual({
      params: { id: '12' },
      answer: {
        id: 12,
        createdAt: '2026-11-21T09:30:00.000Z',
        text: 'dana@brazos-roofing.example at https://ridgeline.example/',
        list: [{ id: 12 }, { id: 13 }],
      },
    });
  });

  test('When an answer is long, then its lists have three entries, and its files the heading and three lines', () => {
    expect(neutralExample({ answer: ['a', 'b', 'c', 'd'] }, names)).toEqual({ answer: ['a', 'b', 'c'] });
    expect(neutralExample({ answer: 'h\n1\n2\n3\n4\n' }, names)).toEqual({ answer: 'h\n1\n2\n3' });
  });

  test('When a file has a JSON object on each line, then each is as it would be in an answer', () => {
    expect(neutralExample({ answer: '{"id":99}\n{"token":"secret"}' }, names)).toEqual({
      answer: '{"id":12}\n{"token":"token-of-the-link"}',
    });
  });
});
