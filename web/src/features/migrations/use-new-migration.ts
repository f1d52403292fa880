import { createDryRun, createMigration, type CallInput, type Migration } from '@ridgeline/contracts';
import { useCommand } from '../../api/command.ts';

/** What is sent for a new migration. */
type Wanted = NonNullable<CallInput<typeof createMigration>['body']>;

/** Creates a migration; a dry run at an address of its own, so that no server of an earlier release takes it for one that writes. */
export function useNewMigration(): (wanted: Wanted) => Promise<Migration> {
  const migrate = useCommand(createMigration);
  const plan = useCommand(createDryRun);
  return ({ dryRun = false, ...body }) => (dryRun ? plan({ body }) : migrate({ body }));
}
