import { errorText, namedCompanySchema, type ApiClient } from '@ridgeline/contracts';
import { findCompany } from '@ridgeline/contracts/internal';
import type { SaveOperation, TellStep } from '@ridgeline/kafka';
import { AppError, fieldError, type Actor } from '@ridgeline/kit';
import type { HeldParts } from '../subscriptions/subscription-lock.ts';
import type { AddressGuard } from './address-guard.ts';

/**
 * Does the last step of a save and tells how far it is: the work subscribes and then stores everything, and only when that
 * is done the step is told complete. Whoever hears that may believe that the connection is saved.
 */
type WebhookStep = <T extends { readonly text: string }>(
  operation: SaveOperation,
  work: () => Promise<T>,
) => Promise<T>;

/** Tells beside the save, which nothing that listens holds up. */
export function webhookStep(tell: TellStep): WebhookStep {
  return async (operation, work) => {
    tell(operation, { step: 'webhook', state: 'in-progress', text: '' });
    try {
      const done = await work();
      tell(operation, { step: 'webhook', state: 'complete', text: done.text });
      return done;
    } catch (error) {
      const text = error instanceof AppError ? error.text : errorText('server.failed');
      tell(operation, { step: 'webhook', state: 'error', text });
      throw error;
    }
  };
}

/** What saves work with. */
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
 * The company whose connection is saved: administrators may name one, for everyone else it is their own. Throws
 * `user.company_unknown`: nobody would ever see what is saved for a company that does not exist.
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
