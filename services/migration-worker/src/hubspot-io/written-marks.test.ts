import { describe, expect, test } from '@jest/globals';
import { objectTypes } from '@ridgeline/contracts';
import { contactForm } from '../objects/contact/mapping/contact-comparison.ts';
import { dealForm } from '../objects/job/mapping/deal-comparison.ts';
import type { ValueForm } from './written-marks.ts';
import { joinMarks, marksOf, nameMark, readMarks, valueMark } from './written-marks.ts';

const base64 = (values: Readonly<Record<string, string>>, form: ValueForm = contactForm) =>
  Buffer.from(marksOf(values, form)).toString('base64');
const isSame = (form: ValueForm, property: string, one: string, other: string): boolean =>
  base64({ [property]: one }, form) === base64({ [property]: other }, form);

describe('Marks of written values', () => {
  test('When values are marked, then each has seven bytes, by which it is recognized', () => {
    const marks = marksOf({ firstname: 'Ann', city: '' }, contactForm);
    expect(marks).toHaveLength(14);
    expect(readMarks(Buffer.from(marks).toString('base64'))).toEqual(
      new Map([
        [nameMark('firstname'), valueMark('Ann')],
        [nameMark('city'), valueMark('')],
      ]),
    );
  });

  test('When marks are added, then the later one of a property counts', () => {
    const joined = joinMarks(base64({ email: 'a@b.co', city: 'Boise' }), base64({ email: 'c@d.co' }));
    expect(readMarks(joined)).toEqual(readMarks(base64({ email: 'c@d.co', city: 'Boise' })));
  });

  test('When two properties of a kind are written, then their names have different marks', () => {
    for (const { properties } of Object.values(objectTypes)) {
      const names = [...properties.map(({ name }) => name), 'pipeline', 'dealstage'];
      expect(new Set(names.map(nameMark)).size).toBe(names.length);
    }
  });
});

describe('Values that planning takes for the same have the same mark, and no others', () => {
  test.each<[form: ValueForm, property: string, one: string, other: string, same: boolean]>([
    [contactForm, 'firstname', 'Ann', ' Ann ', true],
    [contactForm, 'firstname', 'Ann', 'ann', false],
    [contactForm, 'email', 'Ann@Example.com', 'ann@example.com', true],
    [contactForm, 'acculynx_other_emails', 'a@b.co; C@d.co', 'c@d.co; a@b.co', true],
    [contactForm, 'acculynx_other_emails', 'a@b.co', 'a@b.co; c@d.co', false],
    [dealForm, 'amount', '12.5', '12.50', true],
    [dealForm, 'amount', '12.5', '12.51', false],
    [dealForm, 'dealname', '12.5', '12.50', false],
  ])('%p: %s of %s and %s', (form, property, one, other, same) => {
    expect(isSame(form, property, one, other)).toBe(same);
  });

  test('When people move a deal, then that is no difference: its stage has no mark', () => {
    expect(marksOf({ pipeline: 'sales', dealstage: 'won' }, dealForm)).toHaveLength(0);
  });
});
