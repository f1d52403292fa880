import type { registrationSchema } from '@ridgeline/contracts';
import type { SessionGrant } from '@ridgeline/contracts/internal';
import { AppError, type ClientOrigin, type Logger, fieldError } from '@ridgeline/kit';
import { violatedConstraint, type Tx, type Database } from '@ridgeline/postgres';
import type { z } from 'zod';
import type { Access } from '../accounts/access.ts';
import {
  insertAccount,
  insertCompany,
  noteSignIn,
  retryWhenCompanyIdTaken,
} from '../accounts/account-store.postgres.ts';
import {
  nameOf,
  newCompanyId,
  toUser,
  type Account,
  type AdministratorCompanies,
} from '../accounts/account.ts';
import { ownActivity } from '../audit/audit-entry.ts';
import { record } from '../audit/audit-store.postgres.ts';
import { hashOfToken } from '../mails/mail-job.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import type { PasswordKey } from '../passwords/password-key.ts';
import { checkNewPassword } from '../passwords/password-policy.ts';
import {
  closeInvitationsFor,
  takeInvitation,
  type StoredInvitation,
} from '../team/invitation-store.postgres.ts';
import { openInvitation } from '../team/invitation.ts';
import { requestVerification } from '../verification/verification-service.ts';

type Registration = z.output<typeof registrationSchema>;

/** Making accounts. */
export interface RegistrationService {
  /**
   * Creates a user, either in a new company, with an email to verify the address, or in the inviter's company. Throws
   * `auth.email_taken` when the email is known in any case, `team.invitation_other_email`, and what `openInvitation` and
   * `checkNewPassword` throw. All other invitations of the email are closed.
   */
  register(registration: Registration, origin: ClientOrigin): Promise<SessionGrant>;
}

/** Only the owner of the invited mailbox may join. */
function checkInvited(invitation: StoredInvitation, email: string): void {
  if (invitation.email.toLowerCase() !== email.toLowerCase())
    throw fieldError('email', 'team.invitation_other_email');
}

/** What registering works with. */
export interface RegistrationParts {
  readonly db: Database;
  readonly access: Access;
  readonly passwordKey: PasswordKey;
  readonly hasher: PasswordHasher;
  readonly administrators: AdministratorCompanies;
  readonly logger: Logger;
}

/** The use case of registering. */
export function createRegistrationService(parts: RegistrationParts): RegistrationService {
  const { db, access, passwordKey, hasher, administrators, logger } = parts;

  const join = async (tx: Tx, registration: Registration): Promise<StoredInvitation | null> => {
    const { invitation, email } = registration;
    if (invitation === undefined) return null;
    const taken = await takeInvitation(tx, hashOfToken(invitation));
    if (!taken) throw new AppError('team.invitation_invalid');
    checkInvited(taken, email);
    return taken;
  };

  const add = async (tx: Tx, registration: Registration, passwordHash: string, origin: ClientOrigin) => {
    const { email, username, firstName, lastName } = registration;
    const invitation = await join(tx, registration);
    const companyId = invitation?.companyId ?? newCompanyId(administrators);
    if (!invitation) await insertCompany(tx, companyId);
    const added = await insertAccount(tx, {
      email,
      username: nameOf(username) ?? email,
      firstName: nameOf(firstName),
      lastName: nameOf(lastName),
      companyId,
      passwordHash,
      // The link of the invitation came by mail.
      emailVerified: invitation !== null,
    });
    // The new user is signed in right away.
    const account = await noteSignIn(tx, added, null);
    if (!invitation) await requestVerification(tx, account);
    await closeInvitationsFor(tx, email);
    await record(tx, ownActivity(account, { action: 'registration', result: 'done', origin }));
    if (invitation) {
      const detail = `Invited by ${invitation.inviterEmail}`;
      const accepted = { action: 'invitation-accepted', result: 'done', origin, detail } as const;
      await record(tx, ownActivity(account, accepted));
    }
    return account;
  };

  const addOnce = async (registration: Registration, passwordHash: string, origin: ClientOrigin) => {
    try {
      return await retryWhenCompanyIdTaken(() =>
        db.forSystem((tx) => add(tx, registration, passwordHash, origin)),
      );
    } catch (error) {
      if (violatedConstraint(error) === 'users_email_key') throw fieldError('email', 'auth.email_taken');
      throw error;
    }
  };

  /** Refusals before or during the creation of the account; invalid input is not recorded in the trail. */
  const noteRefusal = async (
    error: unknown,
    { email }: Registration,
    origin: ClientOrigin,
  ): Promise<void> => {
    if (!(error instanceof AppError)) return;
    const invited = error.code.startsWith('team.');
    if (!invited && error.code !== 'auth.email_taken') return;
    await db.forSystem((tx) =>
      record(tx, {
        action: invited ? 'invitation-accepted' : 'registration',
        result: 'refused',
        actor: { id: null, email },
        companyId: null,
        origin,
        detail: error.text,
      }),
    );
  };

  const register = async (registration: Registration, origin: ClientOrigin): Promise<Account> => {
    const secret = await passwordKey.open(registration.password);
    const { invitation, email } = registration;
    checkNewPassword(secret, { email });
    // Checked first, so that an invalid link costs no hash; the transaction decides.
    if (invitation !== undefined)
      checkInvited(await db.forSystem((tx) => openInvitation(tx, invitation)), email);
    return addOnce(registration, await hasher.hash(secret), origin);
  };

  return {
    register: async (registration, origin) => {
      const account = await register(registration, origin).catch(async (error: unknown) => {
        await noteRefusal(error, registration, origin);
        throw error;
      });
      await access.publish(account);
      logger.info({ userId: account.id, companyId: account.companyId }, 'A user registered');
      return { user: toUser(account, administrators), sessionEpoch: account.sessionEpoch };
    },
  };
}
