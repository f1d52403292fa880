import { ok } from '../../http/answer.ts';
import type { Route } from '../../http/vendor-server.ts';
import { COUNTRIES, STATES, type State } from '../../seed/places.ts';
import { renderCountry, renderState } from '../answers/render-address.ts';
import type { AccuLynxCompany } from '../requests/company.ts';
import type { Quirks } from '../requests/paging.ts';
import { SIZE_50, rowIn, settingsList, type SettingsRequest } from './settings-list.ts';

const country = (request: SettingsRequest) => rowIn(request, 'countryId', COUNTRIES, 'country');

const states = (request: SettingsRequest): State[] =>
  STATES.filter(({ countryId }) => countryId === country(request).id);

/** Countries and their states: paged below the company's settings, in one piece in the product-wide list that links point to. */
export function countryRoutes(quirks: () => Quirks): Route<AccuLynxCompany>[] {
  const list = settingsList(quirks);
  const ofStates = (request: SettingsRequest) => states(request).map(renderState);
  const base = '/api/v2/acculynx/countries';
  return [
    list('location-settings/countries', SIZE_50, () => COUNTRIES.map(renderCountry)),
    list('location-settings/countries/:countryId/states', { fallback: 100, cap: 100 }, ofStates),
    { method: 'get', path: base, handle: () => ok({ items: COUNTRIES.map(renderCountry) }) },
    { method: 'get', path: `${base}/:countryId`, handle: (request) => ok(renderCountry(country(request))) },
    {
      method: 'get',
      path: `${base}/:countryId/states`,
      handle: (request) => ok({ items: ofStates(request) }),
    },
    {
      method: 'get',
      path: `${base}/:countryId/states/:stateId`,
      handle: (request) => ok(renderState(rowIn(request, 'stateId', states(request), 'state'))),
    },
  ];
}
