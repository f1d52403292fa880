import { describe, expect, test } from '@jest/globals';
import fc from '@ridgeline/testkit/property';
import { formatPhone } from './phone-number.ts';

describe('A phone number is formatted', () => {
  test.each([
    ['5125550143', null, '+15125550143'],
    ['1 (512) 555-0143', null, '+15125550143'],
    ['512–555–0143', null, '+15125550143'],
    ['(512) 555-0143 x12', null, '+15125550143 ext. 12'],
    ['512.555.0143 #12', '12', '+15125550143 ext. 12'],
    ['512-555-0143 x12', '7', '+15125550143 ext. 12, 7'],
    ['5125550143', 'ask for Bo', '+15125550143 ext. ask for Bo'],
    ['+44 (0)20 7946 0958', null, '+442079460958'],
    ['011 44 20 7946 0958', null, '+442079460958'],
    ['+49 89 123456', null, '+4989123456'],
    ['416-555-0100', null, '+14165550100'],
  ])('in E.164 when it is valid: %p with extension %p as %p', (number, ext, formatted) => {
    expect(formatPhone({ number, ext })).toBe(formatted);
  });

  test.each([
    '512-555-0143 or office',
    'Home 512-555-0143',
    '512-555-0143 / 512-555-0144',
    '(512) 555-01O3',
    '1-800-FLOWERS',
    '555-0143',
    '(911) 555-0143',
    '(512) 155-0143',
    '000-000-0000',
    '020 7946 0958',
    '52 55 1234 5678',
    '+5125550143',
    '+999 12345678',
    '911',
    '+1',
  ])('as it was typed otherwise: %p', (number) => {
    expect(formatPhone({ number, ext: null })).toBe(number);
    expect(formatPhone({ number, ext: '7' })).toBe(`${number} ext. 7`);
  });

  test.each([null, '', 'call me', '+', 'n/a'])('but not %p', (number) => {
    expect(formatPhone({ number, ext: null })).toBeNull();
  });

  test('with all its digits, but for what is dialled before a number', () => {
    const anyNumber = fc
      .array(
        fc.constantFrom('0', '1', '2', '5', '9', ' ', '-', '(', ')', '.', 'x', ' ext. ', '/', ',', '#', 'a'),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(anyNumber, (number) => {
        const digits = (text: string) => text.replace(/\D/g, '');
        const formatted = formatPhone({ number, ext: null });
        const isDialled = formatted?.startsWith('+') ?? false;
        const expected = isDialled ? digits(number).replace(/^(011|1)/, '') : digits(number);
        expect(digits(formatted ?? '').endsWith(expected)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
