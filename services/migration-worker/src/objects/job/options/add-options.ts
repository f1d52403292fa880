import {
  withOptions,
  type HubspotProblem,
  type PropertyDetails,
  type PropertyOption,
} from '@ridgeline/hubspot';
import type { Ok, Rejected } from '@ridgeline/vendor-http';
import { isRefusedAsAWhole } from '../../../hubspot-io/target-answer.ts';
import type { AddedOptions } from './option-book.ts';

/** Gives a property these options in place of those that it has. */
export type WriteOptions = (
  options: readonly PropertyOption[],
) => Promise<Ok<PropertyDetails> | Rejected<HubspotProblem>>;

/** Enough for one culprit among 500; a portal that refuses whatever it is sent is not asked about each option. */
const mostCalls = 20;

/**
 * Adds options for these labels. When HubSpot refuses the list, it does not say for which of them: they are added by halves,
 * until each culprit stands alone. Every call holds all options that the property has by then.
 */
export async function addOptions(
  property: PropertyDetails,
  labels: readonly string[],
  write: WriteOptions,
): Promise<AddedOptions> {
  const unfit: AddedOptions['unfit'][number][] = [];
  let present = property;
  let calls = 0;
  const open: (readonly string[])[] = [labels];
  for (let part = open.shift(); part; part = open.shift()) {
    const { options, added, unfit: withoutRoom } = withOptions(present.options, part);
    unfit.push(...withoutRoom);
    if (added.length === 0) continue;
    const answer = calls < mostCalls ? await write(options) : null;
    calls += 1;
    if (answer?.outcome === 'ok') {
      present = { ...answer.value, options: [...options] };
      continue;
    }
    const refused = added.map(({ label }) => label);
    const middle = Math.ceil(refused.length / 2);
    if (answer && isRefusedAsAWhole(answer) && refused.length > 1)
      open.unshift(refused.slice(0, middle), refused.slice(middle));
    else unfit.push(...refused.map((label) => ({ label, reason: 'refused' as const })));
  }
  return { property: present, unfit };
}
