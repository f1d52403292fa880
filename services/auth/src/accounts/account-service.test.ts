import { beforeEach, describe, expect, test } from '@jest/globals';
import type { ProtectedPassword, User } from '@ridgeline/contracts';
import { createLogger } from '@ridgeline/kit';
import { createPasswordHasher, type PasswordHasher } from '../passwords/password-hasher.ts';
import type { PasswordKey } from '../passwords/password-key.ts';
import { createAccountService, type AccountService } from './account-service.ts';
import { createFakeAccountStore } from './account-store.fake.ts';
import type { AccountStore } from './account-store.ts';

/** Stands in for the key: the ciphertext is the password. */
const passwordKey: PasswordKey = {
  publicKey: { kty: 'EC', crv: 'P-256', x: '', y: '', kid: '', alg: 'ECDH-ES+A256KW', use: 'enc' },
  open: ({ ciphertext }) => Promise.resolve(ciphertext),
};
const sealed = (password: string): ProtectedPassword => ({
  protected: '',
  encrypted_key: '',
  iv: '',
  ciphertext: password,
  tag: '',
});

const logger = createLogger({ service: 'test', level: 'silent' });
const cheap = { memoryCost: 1024, timeCost: 1 };
const password = sealed('roofs and gutters');
let store: AccountStore;
let verified: (string | null)[];

async function serviceWith(cost = cheap, administrators = new Set<string>()): Promise<AccountService> {
  const real = await createPasswordHasher(cost);
  const hasher: PasswordHasher = {
    ...real,
    verify: (stored, candidate) => {
      verified.push(stored);
      return real.verify(stored, candidate);
    },
  };
  return createAccountService({ store, passwordKey, hasher, administrators, logger });
}

const register = (accounts: AccountService, email = 'ann@example.com'): Promise<User> =>
  accounts.register({ email, password, firstName: 'Ann', lastName: '' });

beforeEach(() => {
  store = createFakeAccountStore();
  verified = [];
});

describe('Registering', () => {
  test('Everybody gets a company of his own, and the e-mail as user name', async () => {
    const accounts = await serviceWith();
    const ann = await register(accounts);
    const bob = await register(accounts, 'bob@example.com');
    expect(ann).toMatchObject({ username: 'ann@example.com', firstName: 'Ann', lastName: null });
    expect(ann.companyId).not.toBe(bob.companyId);
    expect(ann.administrator).toBe(false);
  });

  test.each([
    ['', 'auth.password_required'],
    ['1234567', 'auth.password_too_short'],
    ['🔑🔑🔑🔑🔑🔑🔑', 'auth.password_too_short'],
    ['x'.repeat(257), 'auth.password_too_long'],
  ])('A password of the wrong length is refused beside its field: %s', async (secret, code) => {
    const accounts = await serviceWith();
    const attempt = accounts.register({ email: 'a@example.com', password: sealed(secret) });
    await expect(attempt).rejects.toMatchObject({ code, fields: { password: expect.any(String) } });
    expect(await store.findByEmail('a@example.com')).toBeNull();
  });

  test('When the e-mail is taken in another case, then the answer says so', async () => {
    const accounts = await serviceWith();
    await register(accounts);
    await expect(register(accounts, 'ANN@Example.com')).rejects.toMatchObject({ code: 'auth.email_taken' });
  });

  test('Names with control characters are refused', async () => {
    const accounts = await serviceWith();
    const attempt = accounts.register({ email: 'a@example.com', password, firstName: 'A\u0000nn' });
    await expect(attempt).rejects.toMatchObject({
      code: 'request.invalid',
      fields: { firstName: expect.any(String) },
    });
  });

  test('When a company id is taken by chance, then another one is used', async () => {
    const real = store;
    const tried: string[] = [];
    store = {
      ...real,
      addWithCompany: (account) => {
        tried.push(account.companyId);
        return tried.length === 1
          ? Promise.resolve({ outcome: 'company-taken' })
          : real.addWithCompany(account);
      },
    };
    const ann = await register(await serviceWith());
    expect(tried).toHaveLength(2);
    expect(ann.companyId).toBe(tried[1]);
  });
});

describe('Signing in', () => {
  test('The e-mail counts in any case', async () => {
    const accounts = await serviceWith();
    const ann = await register(accounts);
    expect(await accounts.signIn({ email: 'Ann@EXAMPLE.com', password })).toEqual(ann);
  });

  test('An unknown e-mail and a wrong password get the same answer after the same work', async () => {
    const accounts = await serviceWith();
    await register(accounts);
    const attempts = [
      { email: 'nobody@example.com', password },
      { email: 'ann@example.com', password: sealed('roofs and guttars') },
    ];
    const errors = await Promise.all(
      attempts.map((attempt) => accounts.signIn(attempt).catch((error: unknown) => error)),
    );
    expect(errors).toMatchObject([{ code: 'auth.wrong_credentials' }, { code: 'auth.wrong_credentials' }]);
    expect(JSON.stringify(errors[0])).toBe(JSON.stringify(errors[1]));
    expect(verified).toHaveLength(2);
    expect(verified[0]).toBeNull();
  });

  test('When the parameters rose, then the next sign-in hashes anew, and only that one', async () => {
    await register(await serviceWith());
    const before = await store.findByEmail('ann@example.com');
    const accounts = await serviceWith({ memoryCost: 2048, timeCost: 1 });
    await accounts.signIn({ email: 'ann@example.com', password });
    const after = await store.findByEmail('ann@example.com');
    expect(before?.passwordHash).toContain('m=1024');
    expect(after?.passwordHash).toContain('m=2048');
    await accounts.signIn({ email: 'ann@example.com', password });
    expect((await store.findByEmail('ann@example.com'))?.passwordHash).toBe(after?.passwordHash);
  });
});

describe('The user behind a session', () => {
  test('Administrators are those whose company is on the list', async () => {
    const { id, companyId } = await register(await serviceWith());
    const accounts = await serviceWith(cheap, new Set([companyId]));
    expect(await accounts.current({ userId: id, companyId })).toMatchObject({ id, administrator: true });
  });

  test("Under another company's name nobody is found", async () => {
    const accounts = await serviceWith();
    const { id } = await register(accounts);
    await expect(accounts.current({ userId: id, companyId: 'co_other' })).rejects.toMatchObject({
      code: 'session.missing',
    });
  });
});
