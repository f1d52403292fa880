import { describe, expect, test } from '@jest/globals';
import { createDrafts } from './drafts.ts';

const dana = 12;

describe('Drafts of forms', () => {
  test('When fields are typed one after the other, then the draft holds both, the newest text of each', () => {
    const drafts = createDrafts();
    drafts.keep(dana, 'profile', 'firstName', 'D');
    drafts.keep(dana, 'profile', 'lastName', 'Reyes');
    drafts.keep(dana, 'profile', 'firstName', 'Dana');
    expect(drafts.of(dana, 'profile')).toEqual({ firstName: 'Dana', lastName: 'Reyes' });
    expect(drafts.of(dana, 'profile')).toBe(drafts.of(dana, 'profile'));
  });

  test('When a form is sent, then its draft goes and the others stay', () => {
    const drafts = createDrafts();
    drafts.keep(dana, 'profile', 'firstName', 'Dana');
    drafts.keep(dana, 'invitation', 'email', 'lee@summit.example');
    drafts.drop(dana, 'profile');
    expect(drafts.of(dana, 'profile')).toBeUndefined();
    expect(drafts.of(dana, 'invitation')).toEqual({ email: 'lee@summit.example' });
  });

  test('When another person signs in, then no draft of the former is left, and none of the sign-in page', () => {
    const drafts = createDrafts();
    drafts.keep(dana, 'profile', 'firstName', 'Dana');
    drafts.keep(null, 'account', 'email', 'lee@summit.example');
    drafts.keep(13, 'profile', 'firstName', 'Lee');
    drafts.onlyOf(13);
    expect(drafts.of(dana, 'profile')).toBeUndefined();
    expect(drafts.of(null, 'account')).toBeUndefined();
    expect(drafts.of(13, 'profile')).toEqual({ firstName: 'Lee' });
    drafts.clear();
    expect(drafts.of(13, 'profile')).toBeUndefined();
  });

  test('When a draft changes, then those who show it are notified until they leave', () => {
    const drafts = createDrafts();
    let heard = 0;
    const leave = drafts.subscribe(() => (heard += 1));
    drafts.keep(null, 'account', 'email', 'd');
    drafts.drop(null, 'account');
    drafts.drop(null, 'account');
    leave();
    drafts.keep(null, 'account', 'email', 'da');
    expect(heard).toBe(2);
  });
});
