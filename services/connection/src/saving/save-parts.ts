import type { ApiClient, DeedAction } from '@ridgeline/contracts';
import { recordDeed } from '@ridgeline/kafka';
import { AppError, type Actor } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import type { StrayParts } from '../subscriptions/stray-removal.ts';
import type { AddressCheck } from './event-processor.ts';
import type { WebhookStep } from './webhook-step.ts';

/** What saves work with. */
export interface SaveParts extends StrayParts {
  /** The validation service. */
  readonly validation: ApiClient;
  /** The migration orchestrator. */
  readonly orchestrator: ApiClient;
  readonly addresses: AddressCheck;
  readonly step: WebhookStep;
}

/** The company whose connection is saved: administrators may name one, for everyone else it is their own. */
export function companyOf({ user }: Actor, named: string | undefined): string {
  return user.administrator && named !== undefined ? named : user.companyId;
}

/** Does what somebody asked for, and tells the audit trail of a refusal that says something about the connection. */
export async function refusalsTold<T>(
  db: Database,
  { action, by, what }: { readonly action: DeedAction; readonly by: Actor; readonly what: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && /^(connection|properties)\./.test(error.code)) {
      const { user, origin } = by;
      const detail = `${what}: ${error.text}`;
      await db.forCompany(user.companyId, (tx) =>
        recordDeed(tx, { action, result: 'refused', by: user, origin, detail }),
      );
    }
    throw error;
  }
}
