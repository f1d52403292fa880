import { locale } from '@ridgeline/contracts';
import { automaticAuditEvent } from '@ridgeline/events';
import { addToOutbox } from '@ridgeline/kafka';
import { AppError } from '@ridgeline/kit';
import type { ConnectionKey } from '../connections/connection-store.postgres.ts';
import type { WebhookFinding } from '../connections/status-store.postgres.ts';
import { columnsOf } from '../connections/connection-fields.ts';
import { keepUnproved } from './proof-store.postgres.ts';
import { claimRenewal, maxRenewals, returnRenewal } from './renewal-store.postgres.ts';
import { subscribeAgain, type AlsoStored } from './subscribe-again.ts';
import { breakageText, brokenFinding, unprovedFinding, type Breakage } from './subscription-health.ts';
import type { SubscriptionOrder } from './subscription-order.ts';
import type { WatchParts } from './watch-parts.ts';

const moment = new Intl.DateTimeFormat(locale, {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

const nextText = (nextAt: Date | null): string =>
  nextAt === null
    ? 'The next attempt follows within 20 minutes.'
    : `The next attempt follows on ${moment.format(nextAt)} UTC; “Subscribe again” tries it now. Until then, auto-sync finds changes by comparing all records.`;

/** The result of renewing a broken subscription. */
export interface Renewal {
  /** The new finding; null when it is already stored, or the connection is gone. */
  readonly finding: WebhookFinding | null;
  /** When the next attempt is possible if none is left; otherwise null. */
  readonly nextAt: Date | null;
}

/**
 * Subscribes a connection with a broken subscription again, at most three times a day; an attempt that AccuLynx does not
 * answer does not count. The caller holds the lock on the subscription.
 */
export async function renewAutomatically(
  parts: WatchParts,
  key: ConnectionKey,
  order: SubscriptionOrder,
  breakage: Breakage,
): Promise<Renewal> {
  const { db, counters, logger } = parts;
  const claim = await db.forCompany(key.companyId, (tx) => claimRenewal(tx, key));
  if (claim === null) return { finding: null, nextAt: null };
  const { isGranted, nextAt } = claim;
  const stands = (what: string, next: Date | null): Renewal => ({
    finding: brokenFinding(breakage, `${what} ${nextText(next)}`),
    nextAt: next,
  });
  const count = (result: 'done' | 'refused' | 'failed' | 'limit') =>
    counters.renewals.inc({ cause: breakage, result });
  if (!isGranted) {
    count('limit');
    return stands(`It was subscribed again ${maxRenewals} times in 24 hours.`, nextAt);
  }
  const isUnproved = breakage === 'unproved';
  const also: AlsoStored = {
    columns: isUnproved ? columnsOf(webhookOf(unprovedFinding)) : {},
    async store(tx, { name }) {
      if (isUnproved) await keepUnproved(tx, key);
      const detail = `"${name}" (#${key.connectionId}), automatically: ${breakageText(breakage)}`;
      const { companyId } = key;
      await addToOutbox(
        tx,
        automaticAuditEvent({ action: 'connection-subscribed-again', companyId, detail }),
      );
    },
  };
  try {
    const { acculynxSubscriptionId } = await subscribeAgain(parts, key, order, also);
    logger.warn({ ...key, breakage, acculynxSubscriptionId }, 'Subscription was broken; subscribed again');
    count('done');
    return { finding: null, nextAt };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, details } = error;
    if (code === 'connection.not_found') return { finding: null, nextAt: null };
    const isRefused = code === 'connection.webhook_refused';
    count(isRefused ? 'refused' : 'failed');
    logger.warn({ ...key, breakage, err: error }, 'Failed to subscribe again; retrying');
    if (!isRefused) await db.forCompany(key.companyId, (tx) => returnRenewal(tx, key));
    const { reason } = details;
    const why = typeof reason === 'string' ? `: ${reason}` : '';
    return stands(`Subscribing again failed${why}.`, isRefused ? nextAt : null);
  }
}

const webhookOf = ({ status, reason }: WebhookFinding) => ({ webhookStatus: status, webhookReason: reason });
