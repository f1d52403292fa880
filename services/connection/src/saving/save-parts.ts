import { errorText, namedCompanySchema, type ApiClient } from '@ridgeline/contracts';
import { findCompany } from '@ridgeline/contracts/internal';
import type { PublishStep, SaveOperation } from '@ridgeline/events';
import { AppError, fieldError, type Actor } from '@ridgeline/kit';
import type { HeldParts } from '../subscriptions/subscription-lock.ts';
import type { AddressGuard } from './address-guard.ts';

/**
 * Performs the last step of a save and publishes its state. The work subscribes and then stores everything; only then is the
 * step complete, so that a form which receives it can rely on the connection being saved.
 */
type WebhookStep = <T extends { readonly text: string }>(
  operation: SaveOperation,
  work: () => Promise<T>,
) => Promise<T>;

/** Publishes alongside the save, which no listener blocks. */
export function webhookStep(publish: PublishStep): WebhookStep {
  return async (operation, work) => {
    publish(operation, { step: 'webhook', state: 'in-progress', text: '' });
    try {
      const done = await work();
      publish(operation, { step: 'webhook', state: 'complete', text: done.text });
      return done;
    } catch (error) {
      const text = error instanceof AppError ? error.text : errorText('server.failed');
      publish(operation, { step: 'webhook', state: 'error', text });
      throw error;
    }
  };
}

/** Dependencies of saves. */
export interface SaveParts extends HeldParts {
  /** The validation service. */
  readonly validation: ApiClient;
  /** The auth service. */
  readonly auth: ApiClient;
  /** The migration orchestrator. */
  readonly orchestrator: ApiClient;
  readonly requireAddress: AddressGuard;
  readonly step: WebhookStep;
}

/**
 * The company whose connection is saved: administrators may name one, everyone else saves for their own. Throws
 * `user.company_unknown`, because no user would ever see a connection saved for a company that does not exist.
 */
export async function companyOf(
  auth: ApiClient,
  { user }: Actor,
  named: string | undefined,
): Promise<string> {
  const typed = namedCompanySchema.safeParse(named ?? user.companyId);
  if (!user.administrator || typed.data === user.companyId) return user.companyId;
  const isKnown = typed.success && (await auth(findCompany, { body: { companyId: typed.data } })).isKnown;
  if (!isKnown) throw fieldError('companyId', 'user.company_unknown');
  return typed.data;
}
