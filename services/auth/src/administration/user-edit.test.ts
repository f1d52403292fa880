import { describe, expect, test } from '@jest/globals';
import { userChangeSchema } from '@ridgeline/contracts';
import { anAccount } from '../testing/an-account.ts';
import { describeEdit, editAccount, canAdminister, changesNothing } from './user-edit.ts';

const account = anAccount({ companyId: 'co_one' });
const revoked = anAccount({ companyId: 'co_one', accessRevoked: true, accessRevokedReason: 'Left' });

describe('Editing an account', () => {
  test('What is empty or left out stays', () => {
    const change = userChangeSchema.parse({ firstName: ' ', lastName: 'Roofer', email: '', companyId: '' });
    const { firstName, lastName, email, companyId } = editAccount(account, change);
    expect([firstName, lastName, email, companyId]).toEqual(['Ann', 'Roofer', 'ann@example.com', 'co_one']);
  });

  test('The user name follows the email, unless it was chosen apart', () => {
    const change = { email: 'new@example.com' };
    expect(editAccount(account, change).username).toBe('new@example.com');
    expect(editAccount({ ...account, username: 'ann' }, change).username).toBe('ann');
  });

  test.each([
    [account, { accessRevoked: true, accessRevokedReason: 'Left' }, true, 'Left'],
    [account, { accessRevoked: true }, true, null],
    [account, { accessRevoked: true, accessRevokedReason: '' }, true, null],
    [account, { accessRevokedReason: 'Left' }, false, null],
    [revoked, { accessRevokedReason: 'Moved on' }, true, 'Moved on'],
    [revoked, { firstName: 'Anna' }, true, 'Left'],
    [revoked, { accessRevoked: false }, false, null],
  ])('A reason stands only while access is revoked (%#)', (before, change, isRevoked, reason) => {
    const { accessRevoked, accessRevokedReason } = editAccount(before, change);
    expect([accessRevoked, accessRevokedReason]).toEqual([isRevoked, reason]);
  });

  test('The difference is described in words', () => {
    const change = { email: 'new@example.com', lastName: 'Roofer', companyId: 'co_two' };
    expect(describeEdit(account, editAccount(account, change))).toBe(
      'last name: none -> Roofer; email: ann@example.com -> new@example.com; company: co_one -> co_two',
    );
    expect(describeEdit(account, editAccount(account, { accessRevoked: true }))).toBe('');
    expect(describeEdit(revoked, editAccount(revoked, { accessRevokedReason: 'Moved on' }))).toBe(
      'reason: Left -> Moved on',
    );
  });

  test('A user who is revoked or leaves the administrators is no longer one', () => {
    const administrators = new Set(['co_one', 'co_two']);
    const stays = (change: object) => canAdminister(editAccount(account, change), administrators);
    expect(stays({ firstName: 'Anna' })).toBe(true);
    expect(stays({ companyId: 'co_two' })).toBe(true);
    expect(stays({ companyId: 'co_three' })).toBe(false);
    expect(stays({ accessRevoked: true })).toBe(false);
  });

  test('An edit that says what stands already changes nothing', () => {
    const same = { firstName: account.firstName ?? '', email: account.email, accessRevoked: false };
    for (const change of [{}, same]) expect(changesNothing(account, editAccount(account, change))).toBe(true);
    expect(changesNothing(account, editAccount(account, { lastName: 'Roofer' }))).toBe(false);
    expect(changesNothing(revoked, editAccount(revoked, { accessRevokedReason: 'Moved on' }))).toBe(false);
  });
});
