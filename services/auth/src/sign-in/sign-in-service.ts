import type { credentialsSchema } from '@ridgeline/contracts';
import type { SessionGrant } from '@ridgeline/contracts/internal';
import { AppError, type ClientOrigin, type Logger, fieldError } from '@ridgeline/kit';
import { counter, type Registry } from '@ridgeline/kit/metrics';
import type { Database } from '@ridgeline/postgres';
import type { z } from 'zod';
import type { Access } from '../accounts/access.ts';
import { authDefinitions } from '../metric-definitions.ts';
import { findAccount, findAccountByEmail, noteSignIn } from '../accounts/account-store.postgres.ts';
import { toUser, type Account, type AdministratorCompanies } from '../accounts/account.ts';
import { ownActivity } from '../audit/audit-entry.ts';
import { record } from '../audit/audit-store.postgres.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import type { PasswordKey } from '../passwords/password-key.ts';

/** Signing in and out. */
export interface SignInService {
  /**
   * What a session is made from, or `auth.wrong_credentials`: the same answer after the same work for unknown emails and
   * wrong passwords. A user whose access is revoked can sign in, to see the message.
   */
  signIn(credentials: z.output<typeof credentialsSchema>, origin: ClientOrigin): Promise<SessionGrant>;
  /** Records a sign-out that the gateway has carried out. */
  noteSignOut(userId: number, origin: ClientOrigin): Promise<void>;
  /** Ends every session of a user; `session.missing` when there is no such user. */
  endSessions(userId: number, origin: ClientOrigin): Promise<void>;
}

/** What signing in works with. */
export interface SignInParts {
  readonly db: Database;
  readonly access: Access;
  readonly passwordKey: PasswordKey;
  readonly hasher: PasswordHasher;
  readonly administrators: AdministratorCompanies;
  readonly metrics: Registry;
  readonly logger: Logger;
}

/** The use cases of signing in. */
export function createSignInService(parts: SignInParts): SignInService {
  const { db, access, passwordKey, hasher, administrators, metrics, logger } = parts;
  const refusals = counter(metrics, authDefinitions.signInRefusals);

  const refuse = async (account: Account | null, email: string, origin: ClientOrigin): Promise<AppError> => {
    await db.forSystem((tx) =>
      record(tx, {
        action: 'sign-in',
        result: 'refused',
        actor: { id: account?.id ?? null, email },
        companyId: account?.companyId ?? null,
        origin,
        detail: account ? 'Wrong password' : 'Unknown email',
      }),
    );
    refusals.inc({ reason: account ? 'wrong-password' : 'unknown-email' });
    logger.info({ userId: account?.id ?? null }, 'A sign-in was refused');
    return new AppError('auth.wrong_credentials');
  };

  return {
    signIn: async ({ email, password }, origin) => {
      const secret = await passwordKey.open(password);
      if (secret === '') throw fieldError('password', 'auth.password_required');
      const account = await db.forSystem((tx) => findAccountByEmail(tx, email));
      const fits = await hasher.verify(account?.passwordHash ?? null, secret);
      if (!account || !fits) throw await refuse(account, email, origin);

      // A full queue is no reason to reject a verified user: the next sign-in rehashes.
      const outdated = hasher.isOutdated(account.passwordHash);
      const betterHash = outdated ? await hasher.hash(secret).catch(() => null) : null;
      const signedIn = await db.forSystem(async (tx) => {
        await record(tx, ownActivity(account, { action: 'sign-in', result: 'done', origin }));
        return noteSignIn(tx, account, betterHash);
      });
      await access.publish(signedIn);
      logger.info({ userId: account.id, companyId: signedIn.companyId }, 'A user signed in');
      // The epoch of the verified password: if the password was changed since, this session has already ended.
      return { user: toUser(signedIn, administrators), sessionEpoch: account.sessionEpoch };
    },

    noteSignOut: (userId, origin) =>
      db.forSystem(async (tx) => {
        const account = await findAccount(tx, userId);
        if (account) await record(tx, ownActivity(account, { action: 'sign-out', result: 'done', origin }));
      }),

    endSessions: (userId, origin) =>
      access.change(async (tx, announce) => {
        if (!(await findAccount(tx, userId))) throw new AppError('session.missing');
        const account = await announce(userId, { endSessions: true });
        await record(tx, ownActivity(account, { action: 'sign-out-everywhere', result: 'done', origin }));
      }),
  };
}
