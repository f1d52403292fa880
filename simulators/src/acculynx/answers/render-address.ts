import type { Address } from '../../seed/addresses.ts';
import type { Country, State } from '../../seed/places.ts';
import { link } from './links.ts';

export const renderCountry = ({ id, name, abbreviation }: Country) => ({
  id,
  name,
  abbreviation,
  _link: link(`/acculynx/countries/${id}`),
});

export const renderState = ({ id, name, abbreviation, countryId }: State) => ({
  id,
  name,
  abbreviation,
  _link: link(`/acculynx/countries/${countryId}/states/${id}`),
});

export const renderAddress = (address: Address | null) =>
  address === null
    ? null
    : {
        ...address,
        state: address.state === null ? null : renderState(address.state),
        country: address.country === null ? null : renderCountry(address.country),
      };
