import type { ApiClient } from '@ridgeline/contracts';
import { countOpenMigrations } from '@ridgeline/contracts/internal';
import { AppError } from '@ridgeline/kit';
import type { ConnectionKey } from '../connections/connection-store.postgres.ts';

/** The error for a failed call to the orchestrator. */
export function orchestratorAway(cause: unknown): AppError {
  return new AppError('server.unavailable', { details: { dependency: 'migration-orchestrator' }, cause });
}

/** Whether migrations of a connection run or wait. */
export async function hasOpenMigrations(
  orchestrator: ApiClient,
  { companyId, connectionId }: ConnectionKey,
): Promise<boolean> {
  const input = { params: { id: String(connectionId) }, query: { companyId } };
  const { open } = await orchestrator(countOpenMigrations, input).catch((cause: unknown) => {
    throw orchestratorAway(cause);
  });
  return open > 0;
}
