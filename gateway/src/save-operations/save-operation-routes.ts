import { getSaveOperation } from '@ridgeline/contracts';
import { bindForUser } from '@ridgeline/kit';
import type { Router } from 'express';
import type { SaveOperationStore } from './save-operation-store.ts';

/** `GET /api/connections/operations/{operationId}`: a save of another company is one that is not known. */
export function bindSaveOperationRoutes(
  router: Router,
  { saves }: { saves: Pick<SaveOperationStore, 'stepsOf'> },
): void {
  bindForUser(router, getSaveOperation, async ({ params: { operationId }, user: { companyId } }) => ({
    operationId,
    steps: await saves.stepsOf({ companyId, operationId }),
  }));
}
