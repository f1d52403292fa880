import { namedCompanySchema, type ApiClient } from '@ridgeline/contracts';
import { findCompany } from '@ridgeline/contracts/internal';
import { fieldError, type Actor } from '@ridgeline/kit';
import type { HeldParts } from '../subscriptions/subscription-lock.ts';
import type { AddressGuard } from './address-guard.ts';
import type { WebhookStep } from './webhook-step.ts';

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
