import { cleanUpProcesses, getOrphanedProcesses, getProcessHealth } from '@ridgeline/contracts';
import { bindForUser, clientOrigin, type Router } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { cleanUp, type CleanupParts } from './process-cleanup.ts';
import { inScope, orphansOf, presentProcesses, processHealth } from './process-health.ts';

/** Process health, of the user's company or, for administrators, of all; `people` serves read-only calls. */
export function bindProcessRoutes(router: Router, parts: CleanupParts & { readonly people: Database }): void {
  const { people, leaseMs } = parts;
  bindForUser(router, getProcessHealth, ({ user }) => processHealth(people, user, leaseMs));
  bindForUser(router, getOrphanedProcesses, async ({ user }) => ({
    orphanedProcesses: orphansOf(
      await inScope(people, user, (tx, scope) => presentProcesses(tx, scope, leaseMs)),
    ),
  }));
  bindForUser(router, cleanUpProcesses, ({ user, req }) =>
    cleanUp(parts, { user, origin: clientOrigin(req.headers) }),
  );
}
