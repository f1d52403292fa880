import { formatCount } from '@ridgeline/contracts';
import { optionLimit } from '@ridgeline/hubspot';
import { counted } from '../save-steps/account-texts.ts';
import type { AddedOptions } from './add-options.ts';

/** What preparing options came to, as the step tells it: what was added, and what could not be. */
export function portalOptionsText(results: readonly AddedOptions[]): string {
  const added = results.reduce((sum, result) => sum + result.added, 0);
  const notes = results.flatMap(({ label, unfit, problem }) => [
    ...(problem === null ? [] : [`"${label}": ${problem}`]),
    ...(unfit === 0 ? [] : [`"${label}" has no room for ${counted(unfit, 'more option')}: ${limit}`]),
  ]);
  const sum =
    added > 0
      ? `Added ${counted(added, 'option')}`
      : notes.length === 0
        ? 'Every option that is needed is there'
        : 'No options were added';
  return [sum, ...notes].join('. ');
}

const limit = `HubSpot takes ${formatCount(optionLimit)} in a list, of limited length`;
