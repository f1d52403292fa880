import { describe, expect, test } from '@jest/globals';
import { objectTypes, type PortalProperty } from '@ridgeline/contracts';
import { checkedCorrections, correctedProperties, unsuitableCorrections } from './checked-corrections.ts';

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
          'corrections.a.amount':
            'Amount of a: "much" does not fit. Enter a number without separators, such as 12500.50.',
          'corrections.a.acculynx_job_id': expect.stringMatching(/^AccuLynx job id of a: "x" does not fit. /),
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

  test('When the portal cannot take values, then each field names what was entered, and the text for the audit trail does not', () => {
    const corrections = checkedCorrections(
      jobs,
      { a: { acculynx_priority: 'Hihg', amount: '12.5' }, b: { acculynx_trades: 'Roofing; Moats' } },
      { userId: 7 },
    );
    const list = (name: string, fieldType: string, ...labels: string[]): PortalProperty => ({
      ...{ name, type: 'enumeration', fieldType },
      options: labels.map((label) => ({ label, value: label.toLowerCase() })),
    });
    const portal = [
      list('acculynx_priority', 'select', 'Low', 'High'),
      list('acculynx_trades', 'checkbox', 'Roofing'),
      { name: 'amount', type: 'number' as const, fieldType: 'number', options: [] },
    ];
    const refusal = unsuitableCorrections(jobs, corrections, new Map(portal.map((one) => [one.name, one])));
    expect(refusal).toMatchObject({
      code: 'migration.correction_invalid',
      text: "AccuLynx priority of a: Choose one of HubSpot's options (Low, High), or add the option in HubSpot first.",
      fields: {
        'corrections.a.acculynx_priority': expect.stringMatching(
          /^AccuLynx priority of a: "Hihg" does not fit. Choose one of /,
        ),
        'corrections.b.acculynx_trades': expect.stringMatching(
          /^AccuLynx trades of b: "Moats" does not fit. Choose one of /,
        ),
      },
    });
    expect(Object.keys(refusal?.fields ?? {})).toHaveLength(2);
  });
});
