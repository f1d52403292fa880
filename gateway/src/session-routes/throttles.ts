import {
  createAttemptThrottle,
  type AttemptThrottle,
  type RedisClient,
  type ThrottleRule,
} from '@ridgeline/redis';
import type { GatewayConfig } from '../config.ts';

const quarterHour = 15 * 60;
const hour = 60 * 60;

type Limits = Pick<
  GatewayConfig,
  | 'SIGN_INS'
  | 'SIGN_INS_PER_ADDRESS'
  | 'SIGN_IN_TRIES'
  | 'SIGN_IN_TRIES_PER_ADDRESS'
  | 'SIGN_IN_TRIES_OF_STRANGERS'
  | 'REGISTRATIONS_PER_ADDRESS'
  | 'REQUESTS_PER_ADDRESS'
>;

function rulesOf(limits: Limits) {
  const requests = limits.REQUESTS_PER_ADDRESS;
  return {
    /** Counts correct passwords too: each costs as much as a wrong one. */
    signIns: {
      kind: 'sign-in-all',
      windowSeconds: quarterHour,
      perNetwork: limits.SIGN_INS_PER_ADDRESS,
      perAccount: limits.SIGN_INS,
      accountIs: 'account-and-network',
      counts: 'all',
    },
    wrongPasswords: {
      kind: 'sign-in',
      windowSeconds: quarterHour,
      perNetwork: limits.SIGN_IN_TRIES_PER_ADDRESS,
      perAccount: limits.SIGN_IN_TRIES,
      accountIs: 'account-and-network',
      counts: ['auth.wrong_credentials'],
    },
    /**
     * Wrong passwords for one account from all networks without an earlier sign-in to it, together: many addresses do not
     * make guessing faster. The owner is not affected where they have signed in before.
     */
    anonymousPasswords: {
      kind: 'sign-in-of-strangers',
      windowSeconds: hour,
      perAccount: limits.SIGN_IN_TRIES_OF_STRANGERS,
      accountIs: 'account',
      counts: ['auth.wrong_credentials'],
    },
    /**
     * Strict, because an answer reveals whether an email is registered. Not counted by email: attempts with another user's
     * address would lock that user out.
     */
    registrations: {
      kind: 'registration',
      windowSeconds: hour,
      perNetwork: limits.REGISTRATIONS_PER_ADDRESS,
      counts: 'all',
      forgives: [
        'auth.password_key_stale',
        'auth.password_unprotected',
        'auth.password_required',
        'auth.password_too_short',
        'auth.password_too_long',
        'auth.password_common',
        'auth.password_easy',
      ],
    },
    /** Each request sends an email. A request for another user's address uses up the limit of the caller's own network. */
    resetRequests: {
      kind: 'reset-request',
      windowSeconds: quarterHour,
      perNetwork: requests,
      perAccount: 3,
      accountIs: 'account-and-network',
      counts: 'all',
    },
    /**
     * The emails to one mailbox from all networks where its owner has not signed in yet; the newest of them has the link
     * that works. The owner is not affected where they have signed in before.
     */
    anonymousResetEmails: {
      kind: 'reset-mail-of-strangers',
      windowSeconds: quarterHour,
      perAccount: 10,
      accountIs: 'account',
      counts: 'all',
    },
    /**
     * Each invitation sends an email to any address, so it is limited per user and per network; to one mailbox also per
     * company, and with a higher limit for all companies together, so that another company does not use up its quota.
     */
    inviters: {
      kind: 'inviter',
      windowSeconds: quarterHour,
      perNetwork: requests,
      perAccount: 20,
      accountIs: 'account',
      counts: 'all',
    },
    mailboxesOfCompany: {
      kind: 'invited-mailbox-of-company',
      windowSeconds: quarterHour,
      perAccount: 3,
      accountIs: 'account',
      counts: 'all',
    },
    invitedMailboxes: {
      kind: 'invited-mailbox',
      windowSeconds: quarterHour,
      perAccount: 10,
      accountIs: 'account',
      counts: 'all',
    },
    /** As strict as for registrations, because the answer to an invitation reveals the same. */
    emailsFoundTaken: {
      kind: 'email-found-taken',
      windowSeconds: hour,
      perNetwork: limits.REGISTRATIONS_PER_ADDRESS,
      counts: ['auth.email_taken'],
    },
    resets: {
      kind: 'reset',
      windowSeconds: quarterHour,
      perNetwork: requests,
      counts: 'all',
    },
    passwordChanges: {
      kind: 'password-change',
      windowSeconds: quarterHour,
      perAccount: limits.SIGN_IN_TRIES,
      accountIs: 'account',
      counts: ['auth.current_password_wrong'],
    },
    openedInvitations: {
      kind: 'invitation',
      windowSeconds: quarterHour,
      perNetwork: requests,
      counts: 'all',
    },
    confirmations: {
      kind: 'confirmation',
      windowSeconds: quarterHour,
      perAccount: 10,
      accountIs: 'account',
      counts: 'all',
    },
  } as const satisfies Record<string, ThrottleRule>;
}

/** Throttles for everything that can be guessed, or that causes expensive work or emails. */
export type Throttles = Readonly<Record<keyof ReturnType<typeof rulesOf>, AttemptThrottle>>;

/** Throttles that all gateways share through Redis. None of them locks out permanently. */
export function createThrottles(redis: RedisClient, limits: Limits): Throttles {
  return Object.fromEntries(
    Object.entries(rulesOf(limits)).map(([name, rule]) => [name, createAttemptThrottle(redis, rule)]),
  ) as Throttles;
}
