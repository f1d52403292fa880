import { describe, expect, test } from '@jest/globals';
import { getUser, updateProfile, usersByIds } from '@ridgeline/contracts';
import { authOfFile } from '../testing/auth-of-file.ts';

const { database, auth } = await authOfFile();

describe('Profiles', () => {
  test('What is left out stays, and empty clears', async () => {
    const { user } = await auth.register('names@example.com', { firstName: 'Ann', lastName: 'Roofer' });
    const call = auth.as(user);
    expect(await call(updateProfile, { body: { firstName: ' Anna ' } })).toMatchObject({
      firstName: 'Anna',
      lastName: 'Roofer',
    });
    const cleared = await call(updateProfile, { body: { firstName: '', lastName: null } });
    expect(cleared).toMatchObject({ firstName: null, lastName: null });
    expect(await call(getUser)).toEqual(cleared);
    expect((await auth.trail('names@example.com')).at(-1)).toMatchObject({ action: 'profile-change' });
  });

  test('When nothing changes, then the audit trail gets no line', async () => {
    const { user } = await auth.register('still@example.com', { firstName: 'Ann' });
    const before = await auth.trail('still@example.com');
    for (const body of [{}, { firstName: 'Ann' }, { firstName: ' Ann ', lastName: '' }])
      expect(await auth.as(user)(updateProfile, { body })).toEqual(user);
    expect(await auth.trail('still@example.com')).toEqual(before);
  });

  test('Nothing but the name can be changed', async () => {
    const { user } = await auth.register('profile@example.com');
    const claims = { id: 1, email: 'other@example.com', companyId: 'co_admin1', administrator: true };
    expect(await auth.as(user)(updateProfile, { body: { firstName: 'Ann', ...claims } })).toEqual({
      ...user,
      firstName: 'Ann',
    });
  });

  test("People are shown to their company's people and to administrators; other ids are left out", async () => {
    const [{ user: ann }, { user: bob }] = await Promise.all([
      auth.register('ann-ids@example.com', { firstName: 'Ann' }),
      auth.register('bob-ids@example.com'),
    ]);
    const query = { ids: `${ann.id},${bob.id},999999` };
    const ofAnn = { id: ann.id, firstName: 'Ann', lastName: null, email: 'ann-ids@example.com' };
    expect(await auth.as(ann)(usersByIds, { query })).toEqual({ [ann.id]: ofAnn });
    const all = await auth.as({ id: 1, companyId: 'co_admin1', administrator: true })(usersByIds, { query });
    expect(new Set(Object.keys(all))).toEqual(new Set([String(ann.id), String(bob.id)]));
    const asked = (ids: string) => auth.as(ann)(usersByIds, { query: { ids } });
    expect(await asked(`${ann.id}, ${ann.id},`)).toEqual({ [ann.id]: ofAnn });
    expect(await asked('')).toEqual({});
    expect(await asked(String(bob.id))).toEqual({});
  });
});

describe('Who may ask', () => {
  test("A token with another company's name finds no user, though the id exists", async () => {
    const { user } = await auth.register('tenant@example.com');
    const foreign = auth.as({ ...user, companyId: 'co_other' });
    await expect(foreign(getUser)).rejects.toMatchObject({ status: 401, code: 'session.missing' });
    await expect(foreign(updateProfile, { body: { firstName: 'X' } })).rejects.toMatchObject({ status: 401 });
  });

  test('Even a query without a condition sees its own company only', async () => {
    const { user } = await auth.register('rls@example.com');
    const rows = await database.db.forCompany(user.companyId, (tx) => tx.query('select id from users'));
    expect(rows).toEqual([{ id: user.id }]);
  });
});
