import type { Activity, ActivityAction } from '@ridgeline/contracts';
import type { ClientOrigin } from '@ridgeline/kit';
import type { Account } from '../accounts/account.ts';

/** A user in an entry of the audit trail. The store looks up the email of an id where it is not given. */
interface Party {
  readonly id: number | null;
  readonly email?: string;
}

/** An entry to write to the audit trail. */
export interface AuditEntry {
  readonly action: ActivityAction;
  readonly result: Activity['result'];
  readonly actor: Party;
  readonly target?: Party;
  /** The company concerned; null where it is unknown. */
  readonly companyId: string | null;
  readonly origin: ClientOrigin;
  /** What changed or why it was refused, in words; never a secret. */
  readonly detail?: string;
  /** When it happened, where that was not just now; never in the future. */
  readonly at?: Date;
}

/** What a user did to their own account. */
export function ownActivity(
  account: Pick<Account, 'id' | 'email' | 'companyId'>,
  entry: Omit<AuditEntry, 'actor' | 'companyId'>,
): AuditEntry {
  return { ...entry, actor: { id: account.id, email: account.email }, companyId: account.companyId };
}
