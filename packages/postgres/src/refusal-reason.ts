import { certificateFault, distrustedServer } from '@ridgeline/kit';
import { DatabaseError } from 'pg';

const reasons: Readonly<Record<string, string>> = {
  // invalid_password
  '28P01': 'Postgres refused the sign-in: the name or the password is wrong',
  // invalid_authorization_specification: no rule of pg_hba.conf, or no such role
  '28000':
    'Postgres lets nobody in like this: it asks for TLS (PGSSLMODE=verify-full), or has no rule for this role, database and address',
};

/** What of our configuration a failed connection shows to be wrong, for whoever starts the process; null when nothing. */
export function refusalReason(error: unknown): string | null {
  if (error instanceof DatabaseError) return reasons[error.code ?? ''] ?? null;
  return certificateFault(error) === 'server' ? distrustedServer : null;
}
