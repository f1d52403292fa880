export interface Country {
  readonly id: number;
  readonly name: string;
  readonly abbreviation: string;
}

export interface State extends Country {
  readonly countryId: number;
}

export const COUNTRIES: readonly Country[] = [
  { id: 1, name: 'United States', abbreviation: 'US' },
  { id: 2, name: 'Canada', abbreviation: 'CA' },
];

const US_STATES =
  'Alabama AL|Alaska AK|Arizona AZ|Arkansas AR|California CA|Colorado CO|Connecticut CT|Delaware DE|Florida FL|Georgia GA|' +
  'Hawaii HI|Idaho ID|Illinois IL|Indiana IN|Iowa IA|Kansas KS|Kentucky KY|Louisiana LA|Maine ME|Maryland MD|' +
  'Massachusetts MA|Michigan MI|Minnesota MN|Mississippi MS|Missouri MO|Montana MT|Nebraska NE|Nevada NV|New Hampshire NH|' +
  'New Jersey NJ|New Mexico NM|New York NY|North Carolina NC|North Dakota ND|Ohio OH|Oklahoma OK|Oregon OR|Pennsylvania PA|' +
  'Rhode Island RI|South Carolina SC|South Dakota SD|Tennessee TN|Texas TX|Utah UT|Vermont VT|Virginia VA|Washington WA|' +
  'West Virginia WV|Wisconsin WI|Wyoming WY|District of Columbia DC|Puerto Rico PR|Virgin Islands VI|Guam GU';
const CANADIAN_PROVINCES =
  'Alberta AB|British Columbia BC|Manitoba MB|New Brunswick NB|Newfoundland and Labrador NL|Nova Scotia NS|Ontario ON|' +
  'Prince Edward Island PE|Quebec QC|Saskatchewan SK';

const parse = (text: string, countryId: number, firstId: number): State[] =>
  text.split('|').map((entry, index) => ({
    id: firstId + index,
    name: entry.slice(0, -3),
    abbreviation: entry.slice(-2),
    countryId,
  }));

/** The 54 US rows that the live service lists (Texas is 43), then Canada's provinces. */
export const STATES: readonly State[] = [...parse(US_STATES, 1, 1), ...parse(CANADIAN_PROVINCES, 2, 101)];

/** City, state and zip of the towns in which the companies work. */
export const TOWNS: readonly (readonly [city: string, stateId: number, zip: string])[] = [
  ['Waco', 43, '76701'],
  ['Austin', 43, '78701'],
  ['Temple', 43, '76501'],
  ['Round Rock', 43, '78664'],
  ['San Antonio', 43, '78205'],
  ['Norman', 36, '73069'],
  ['Shreveport', 18, '71101'],
  ['Cañon City', 6, '81212'],
  ["Coeur d'Alene", 12, '83814'],
  ['St. Louis', 25, '63101'],
];

export const STREETS =
  'Quarry Lane|Oak Street|Main St|County Road 308|FM 1695|Bluebonnet Trail|Elm Court|Cesar Chávez Ave|2nd Street N'.split(
    '|',
  );

export function stateById(id: number): State | null {
  return STATES.find((state) => state.id === id) ?? null;
}
