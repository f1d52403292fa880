import { ApiError, type ErrorCode } from '@ridgeline/contracts';
import { failureOf, mayRetry } from '../../../api/error-policy.ts';
import type { FailedSave } from '../save/save-flow.ts';
import { creationToast, textsOf, unknownError, type FormMode } from './form-mode.ts';

/** What is shown where the server gives no reason for a failed call. */
export const failureFallback = (failed: Pick<FailedSave, 'call'> | null): string =>
  failed?.call === 'creation' ? creationToast.fallback : unknownError;

/** What is gone says nothing about HubSpot, whichever call found it. */
const gone: ReadonlySet<string> = new Set([
  'connection.not_found',
  'connection.source_deleted',
] satisfies ErrorCode[]);

/**
 * The fixed title of a failure, by failed call. The properties check also tries the AccuLynx key; if that is what failed,
 * the general title applies.
 */
export function failureTitle(mode: FormMode, failed: Omit<FailedSave, 'outcome'> | null): string {
  const { failed: title } = textsOf(mode);
  if (failed?.error instanceof ApiError && gone.has(failed.error.code ?? '')) return title;
  if (failed?.call === 'check' && failed.step !== 'acculynx-location')
    return 'Failed to validate HubSpot properties';
  if (failed?.call === 'creation') return 'Failed to create HubSpot properties';
  return title;
}

/** What a failed save leaves behind. */
interface Remains {
  readonly title: string;
  /** What was or may have been stored anyway; null if nothing. */
  readonly text: string | null;
}

type Failure = Pick<FailedSave, 'call' | 'step' | 'error' | 'created'>;

/**
 * What a failed save left behind. The server stores a connection completely or not at all, and a failed step comes before
 * that; without an answer, or with an error of no step, the outcome is unknown. Created properties stay.
 */
export function remainsOf({ call, step, error, created }: Failure): Remains {
  if (call === 'save' && step === null && isUndecided(error))
    return {
      title: 'The connection may not be saved',
      text: mayRetry(error)
        ? 'Trying again without changes does not save it twice.'
        : 'Look at the list of connections before you try again.',
    };
  if (!created) return { title: 'Nothing was saved', text: null };
  return {
    title: 'The connection was not saved',
    text:
      call === 'creation'
        ? 'Some of the new HubSpot properties may be there. Trying again creates only the others.'
        : 'The new HubSpot properties are there and stay.',
  };
}

/** Whether the call that stores may have done so before it failed. */
const isUndecided = (error: unknown): boolean =>
  failureOf(error) !== 'refused' || !(error instanceof ApiError) || error.status >= 500;
