import type { PublishStep, SaveOperation } from '@ridgeline/events';
import { errorText, type SaveStepName } from '@ridgeline/contracts';
import type { Vendor } from '@ridgeline/governed-vendors';
import { AppError } from '@ridgeline/kit';
import { lateVendor } from '../vendor-error.ts';

/** A step's finding, in a few words; `going-on` for a step that only ends when the user has answered. */
export interface StepText {
  readonly text: string;
  readonly state?: 'complete' | 'in-progress';
}

/**
 * Runs one step of a save and returns its finding. Throws an `AppError` when it failed or took too long: then the save has
 * failed with the same text.
 */
export type DoStep = <Found>(
  step: SaveStepName,
  work: (signal: AbortSignal) => Promise<Found>,
  tellFound: (found: Found) => StepText,
) => Promise<Found>;

/** Steps that call HubSpot, and their time limit; the others read a list from AccuLynx. */
const hubspotSteps: Partial<Record<SaveStepName, number>> = {
  'hubspot-portal': 12_000,
  'hubspot-properties': 25_000,
  'portal-options': 25_000,
};
const listMs = 12_000;

const vendorOf = (step: SaveStepName): Vendor => (step in hubspotSteps ? 'HubSpot' : 'AccuLynx');

/** The steps of one save, published as they run. `deadline` ends whichever step is running. */
export function saveSteps(operation: SaveOperation, tell: PublishStep, deadline: AbortSignal): DoStep {
  return async (step, work, tellFound) => {
    tell(operation, { step, state: 'in-progress', text: null });
    const signal = AbortSignal.any([deadline, AbortSignal.timeout(hubspotSteps[step] ?? listMs)]);
    try {
      const found = await work(signal);
      const { text, state = 'complete' } = tellFound(found);
      tell(operation, { step, state, text });
      return found;
    } catch (error) {
      const late = signal.aborted && !(error instanceof AppError);
      const failure = late ? lateVendor(vendorOf(step)) : error;
      const text = failure instanceof AppError ? failure.text : errorText('server.failed');
      tell(operation, { step, state: 'error', text });
      throw failure;
    }
  };
}
