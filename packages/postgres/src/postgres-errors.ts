import { AppError, certificateFault, distrustedServer, type Logger } from '@ridgeline/kit';
import { DatabaseError } from 'pg';

// SQLSTATEs of https://www.postgresql.org/docs/18/errcodes-appendix.html after which the same call may succeed: the
// server is unavailable, is shutting down, is full, or has aborted one of two conflicting transactions.
const PASSING = [
  '08', // connection exceptions
  '53', // insufficient resources, too many connections among them
  '57P', // admin shutdown, crash shutdown, cannot connect now
  '57014', // cancelled by statement_timeout
  '25006', // a primary that has become read-only
  '25P03', // idle_in_transaction_session_timeout
  '40001', // serialization failure
  '40P01', // deadlock
  '55P03', // lock not available
];

/**
 * An error of Postgres, or of the connection to it, as an `AppError`, decided by SQLSTATE and never by text. A temporary
 * error is `server.unavailable` (retriable), whose details name Postgres as the `dependency`; all else is `server.failed`,
 * with `constraint` in its details when one was violated, so that a feature can turn its own constraint into its own code.
 */
export function translateError(error: unknown, connectionLost: boolean): AppError {
  if (error instanceof AppError) return error;
  const { code: sqlState, constraint, table } = error instanceof DatabaseError ? error : {};
  const passing = connectionLost || PASSING.some((prefix) => sqlState?.startsWith(prefix));
  const details = {
    ...(passing && { dependency: 'postgres' }),
    ...(sqlState && { sqlState }),
    ...(constraint && { constraint }),
    ...(table && { table }),
  };
  return new AppError(passing ? 'server.unavailable' : 'server.failed', { details, cause: error });
}

/** The constraint that an error of this package says was violated: unique, foreign key, check or not null by name. */
export function violatedConstraint(error: unknown): string | undefined {
  const constraint = error instanceof AppError ? error.details['constraint'] : undefined;
  return typeof constraint === 'string' ? constraint : undefined;
}

const reasons: Readonly<Record<string, string>> = {
  // invalid_password
  '28P01': 'Postgres refused the sign-in: the name or the password is wrong',
  // invalid_authorization_specification: no rule of pg_hba.conf, or no such role
  '28000':
    'Postgres rejects this kind of connection: it asks for TLS (PGSSLMODE=verify-full), or has no rule for this role, database and address',
};

/** The configuration error behind a failed connection, for the operator who starts the process; null when there is none. */
export function refusalReason(error: unknown): string | null {
  if (error instanceof DatabaseError) return reasons[error.code ?? ''] ?? null;
  return certificateFault(error) === 'server' ? distrustedServer : null;
}

/** Logs why a command waits: once, and again when the reason changes. */
export function logReasonOnce(logger: Logger, schema: string, line: string): (error: unknown) => void {
  let told = '';
  return (error) => {
    const reason = refusalReason(error) ?? (error instanceof Error ? error.message : String(error));
    if (reason !== told) logger.warn({ schema, reason }, line);
    told = reason;
  };
}
