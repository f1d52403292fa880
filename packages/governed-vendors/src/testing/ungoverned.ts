import type { Governor } from '@ridgeline/redis';
import { governedCalls, type GovernedCalls } from '../governed-calls.ts';
import type { GovernedVendor } from '../governed-vendors.ts';
import { interactivePatience } from '../patience.ts';

/** Calls that wait for no limit, repeated as for somebody who waits. */
export function ungovernedCalls(): GovernedCalls {
  const pace = {
    acquire: () => Promise.resolve(),
    holdBack: () => Promise.resolve(),
    learn: () => Promise.resolve(),
  };
  return governedCalls({ vendor: 'HubSpot', pace, patience: interactivePatience });
}

/** A client, or a fake of it, whose calls wait for no limit. */
export const ungoverned = <Client>(client: Client): GovernedVendor<Client> => ({
  client,
  calls: ungovernedCalls(),
});

/** Lets every call go out at once: the governor has tests of its own. */
export const unlimitedGovernor: Governor = {
  acquire: () => Promise.resolve(),
  block: () => Promise.resolve(),
  learnLimit: () => Promise.resolve(),
  limited: () => Promise.resolve(),
  answered: () => Promise.resolve(),
};
