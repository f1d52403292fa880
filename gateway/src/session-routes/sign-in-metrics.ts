import { errorCatalogue } from '@ridgeline/contracts';
import { AppError } from '@ridgeline/kit';
import { counter, type LabelsOf, type Registry } from '@ridgeline/kit/metrics';
import { doorDefinitions } from '../metric-definitions.ts';

type Result = LabelsOf<typeof doorDefinitions.signIns.labels>['result'];

/** Counts an attempt to sign in by its end, and passes that on. */
export type CountSignIn = <T>(attempt: () => Promise<T>) => Promise<T>;

function resultOf(error: unknown): Result {
  if (!(error instanceof AppError) || errorCatalogue[error.code].status >= 500) return 'unavailable';
  if (error.code === 'auth.wrong_credentials') return 'wrong-credentials';
  return error.code === 'request.too_many' ? 'too-many' : 'invalid';
}

/** Makes the counter of sign-ins. */
export function countSignIns(registry: Registry): CountSignIn {
  const signIns = counter(registry, doorDefinitions.signIns);
  return async (attempt) => {
    try {
      const result = await attempt();
      signIns.inc({ result: 'done' });
      return result;
    } catch (error) {
      signIns.inc({ result: resultOf(error) });
      throw error;
    }
  };
}
