import { createDryRun, createMigration, type CallInput, type Migration } from '@ridgeline/contracts';
import { useCommand } from '../../api/command.ts';

/** The request body of a new migration. */
type Wanted = NonNullable<CallInput<typeof createMigration>['body']>;

/**
 * Creates a migration. Dry runs have a separate endpoint, so that a server of an earlier release cannot mistake one for a
 * migration that writes.
 */
export function useNewMigration(): (wanted: Wanted) => Promise<Migration> {
  const migrate = useCommand(createMigration);
  const plan = useCommand(createDryRun);
  return ({ dryRun = false, ...body }) => (dryRun ? plan({ body }) : migrate({ body }));
}
