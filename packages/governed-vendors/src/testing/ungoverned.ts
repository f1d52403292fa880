import { governedVendor, interactiveProfile, type GovernedVendor } from '../governed-vendor.ts';

export { unlimitedGovernor } from './unlimited-governor.ts';

/** A client, or a fake of it, whose calls wait for no limit; they are repeated as for a person who waits. */
export function ungoverned<Client>(client: Client): GovernedVendor<Client> {
  const limiter = {
    acquire: () => Promise.resolve(),
    holdBack: () => Promise.resolve(),
    onResponse: () => Promise.resolve(),
  };
  return governedVendor({ vendor: 'HubSpot', limiter, profile: interactiveProfile, open: () => client });
}
