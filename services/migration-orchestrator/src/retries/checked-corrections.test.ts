import { describe, expect, test } from '@jest/globals';
import { objectTypes } from '@ridgeline/contracts';
import { checkedCorrections, correctedProperties } from './checked-corrections.ts';

const { contacts, jobs } = objectTypes;

describe('corrections of a retry', () => {
  test('When the gateway does not say who the user is, as that of the release before, then the user is named by number', () => {
    const by = (user: { userId: number; email?: string }) =>
      checkedCorrections(contacts, { a: { city: 'Austin' } }, user).get('a')?.by;
    expect(by({ userId: 7, email: 'ann@example.com' })).toBe('ann@example.com');
    expect(by({ userId: 7 })).toBe('user 7');
  });

  test('When several values do not fit, then each field says why, and the first stands for all', () => {
    const corrections = {
      a: { amount: 'much', acculynx_job_id: 'x' },
      b: { acculynx_trades: 'Roofing;Siding' },
    };
    expect(() => checkedCorrections(jobs, corrections, { userId: 7 })).toThrow(
      expect.objectContaining({
        code: 'migration.correction_invalid',
        text: 'Amount of a: Enter a number without separators, such as 12500.50.',
        fields: {
          'corrections.a.amount': expect.stringMatching(/^Amount of a: Enter a number/),
          'corrections.a.acculynx_job_id': expect.stringMatching(/^AccuLynx job id of a: /),
        },
      }),
    );
  });

  test('When a record is named without a value, then it is not corrected, and the audit trail names the others', () => {
    const corrections = checkedCorrections(
      contacts,
      { a: {}, b: { city: 'Austin', zip: '78701' } },
      { userId: 7 },
    );
    expect([...corrections.keys()]).toEqual(['b']);
    expect(correctedProperties(corrections)).toBe('city, zip of b');
  });
});
