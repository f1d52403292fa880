import type { Activity, ActivityAction } from '@ridgeline/contracts';
import type { ClientOrigin } from '@ridgeline/kit';
import type { Account } from '../accounts/account.ts';

/** Somebody whom a line of the audit trail speaks of. The store looks up the e-mail of an id where it is not given. */
interface Party {
  readonly id: number | null;
  readonly email?: string;
}

/** A line of the audit trail that is to be written. */
export interface AuditEntry {
  readonly action: ActivityAction;
  readonly result: Activity['result'];
  readonly actor: Party;
  readonly target?: Party;
  /** Whose people are concerned; null where nobody knows. */
  readonly companyId: string | null;
  readonly origin: ClientOrigin;
  /** What changed or why it was refused, in words; never a secret. */
  readonly detail?: string;
  /** When it happened, where that was not just now; never in the future. */
  readonly at?: Date;
}

/** What somebody did to their own account. */
export function ownActivity(
  account: Pick<Account, 'id' | 'email' | 'companyId'>,
  entry: Omit<AuditEntry, 'actor' | 'companyId'>,
): AuditEntry {
  return { ...entry, actor: { id: account.id, email: account.email }, companyId: account.companyId };
}
