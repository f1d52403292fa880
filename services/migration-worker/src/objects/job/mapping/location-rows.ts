import { cleanText } from '@ridgeline/hubspot';
import { asNumber, textRow, type JobRow } from './job-row.ts';

const placeOf = (part: { name: string | null; abbreviation: string | null } | null | undefined) =>
  part?.name ?? part?.abbreviation ?? null;

/** Where a job is. */
export const locationRows: readonly JobRow[] = [
  {
    property: 'acculynx_street',
    from: ['locationAddress.street1', 'locationAddress.street2'],
    conversion: 'text, both with a comma between',
    value: ({ locationAddress: at }) =>
      [at?.street1 ?? null, at?.street2 ?? null].flatMap((line) => cleanText(line) ?? []).join(', '),
  },
  textRow('acculynx_city', 'locationAddress.city', ({ locationAddress }) => locationAddress?.city ?? null),
  textRow(
    'acculynx_state',
    ['locationAddress.state.name', 'locationAddress.state.abbreviation'],
    ({ locationAddress }) => placeOf(locationAddress?.state),
  ),
  textRow(
    'acculynx_zip',
    'locationAddress.zipCode',
    ({ locationAddress }) => locationAddress?.zipCode ?? null,
  ),
  textRow(
    'acculynx_country',
    ['locationAddress.country.name', 'locationAddress.country.abbreviation'],
    ({ locationAddress }) => placeOf(locationAddress?.country),
  ),
  {
    property: 'acculynx_latitude',
    from: ['geoLocation.latitude'],
    conversion: 'number',
    value: ({ geoLocation }) => asNumber(geoLocation?.latitude ?? null, 7),
  },
  {
    property: 'acculynx_longitude',
    from: ['geoLocation.longitude'],
    conversion: 'number',
    value: ({ geoLocation }) => asNumber(geoLocation?.longitude ?? null, 7),
  },
];
