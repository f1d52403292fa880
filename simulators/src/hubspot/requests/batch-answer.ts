import type { Answer } from '../../http/answer.ts';
import { shuffled } from '../../determinism/random.ts';
import type { ErrorBody } from '../answers/errors.ts';
import type { Portal } from '../portal/portal.ts';

/** One entry of a mixed answer's `errors`. */
export type BatchError = ErrorBody & { readonly status: 'error' };

/** The answer to a batch: 207 as soon as one input failed. Results come in any order, unless switched. */
export function batchAnswer(
  portal: Portal,
  startedAt: number,
  status: number,
  results: readonly unknown[],
  errors: readonly BatchError[],
): Answer {
  const ordered = portal.behaviour().resultOrder === 'input' ? results : shuffled(portal.random, results);
  return {
    status: errors.length > 0 ? 207 : status,
    records: results.length + errors.length,
    body: {
      status: 'COMPLETE',
      results: ordered,
      ...(errors.length > 0 ? { numErrors: errors.length, errors } : {}),
      startedAt: new Date(startedAt).toISOString(),
      completedAt: new Date(portal.now()).toISOString(),
    },
  };
}

/** The entry for ids that name no record. */
export const notFoundError = (singular: string, ids: readonly string[]): BatchError => ({
  status: 'error',
  category: 'OBJECT_NOT_FOUND',
  message: `Could not get some ${singular.toUpperCase()} objects, they may be deleted or not exist. Check that ids are valid.`,
  context: { ids },
});
