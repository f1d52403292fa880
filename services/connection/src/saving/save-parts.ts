import { namedCompanySchema, type ApiClient, type AuditAction } from '@ridgeline/contracts';
import { findCompany } from '@ridgeline/contracts/internal';
import { auditEvent } from '@ridgeline/events';
import { addToOutbox } from '@ridgeline/kafka';
import { AppError, fieldError, type Actor } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
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

/** Does what the user asked for, and audits a refusal that says something about the connection. */
export async function refusalsTold<T>(
  db: Database,
  { action, by, what }: { readonly action: AuditAction; readonly by: Actor; readonly what: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && /^(connection|properties)\./.test(error.code)) {
      const { user, origin } = by;
      const detail = `${what}: ${error.text}`;
      await db.forCompany(user.companyId, (tx) =>
        addToOutbox(tx, auditEvent({ action, result: 'refused', by: user, origin, detail })),
      );
    }
    throw error;
  }
}
