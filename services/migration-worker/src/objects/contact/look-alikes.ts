import type { ComparedValues, LikenessKey, LookAlikeRules } from '../../object-migration/look-alike-rules.ts';

/** The digits of a number without its country code: HubSpot's search knows no others. */
const nationalLength = 10;

/** In a placeholder such as 000-000-0000, the last seven digits are equal. */
const isPlaceholder = (digits: string): boolean => new Set(digits.slice(-7)).size === 1;

/** A phone number in the form of HubSpot's search; null for placeholders, and for numbers too short to identify someone. */
function nationalNumber(phone: string): string | null {
  const digits = phone.replace(/\s*(?:ext|x).*$/isu, '').replaceAll(/\D/gu, '');
  if (digits.length < nationalLength) return null;
  const national = digits.slice(-nationalLength);
  return isPlaceholder(national) ? null : national;
}

const phonesOf = ({ phone, mobilephone }: ComparedValues): readonly string[] => [
  ...new Set([phone, mobilephone].flatMap((number) => nationalNumber(number ?? '') ?? [])),
];

/** The part of a postal code that both systems have: the first five digits of a ZIP+4, otherwise the whole code. */
const mainZip = (zip: string): string => /^(\d{5})-?\d{4}$/u.exec(zip)?.[1] ?? zip;

interface NamedPlace {
  readonly first: string;
  readonly last: string;
  readonly zip: string;
}

/** A person's name and postal code in lower case; null unless all three parts are known. */
function placeOf({ firstname, lastname, zip }: ComparedValues): NamedPlace | null {
  const [first, last, code] = [firstname, lastname, zip].map((value) => (value ?? '').trim().toLowerCase());
  return first && last && code ? { first, last, zip: code } : null;
}

const keyOfPlace = ({ first, last, zip }: NamedPlace): string => JSON.stringify([first, last, mainZip(zip)]);

function keysOf(values: ComparedValues): readonly LikenessKey[] {
  const place = placeOf(values);
  return [
    ...phonesOf(values).map((value) => ({ likeness: 'phone', value }) as const),
    ...(place ? [{ likeness: 'name', value: keyOfPlace(place) } as const] : []),
  ];
}

/**
 * By phone number, and by name with postal code. The search uses HubSpot's own calculated numbers, whatever their original
 * format; a postal code matches as in AccuLynx, or by its five digits.
 */
export const contactLookAlikes: LookAlikeRules = {
  properties: [
    'firstname',
    'lastname',
    'company',
    'email',
    'phone',
    'mobilephone',
    'address',
    'city',
    'state',
    'zip',
  ],
  keysOf,
  searchFor(records) {
    const phones = [...new Set(records.flatMap(phonesOf))];
    const places = records.flatMap((values) => placeOf(values) ?? []);
    const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)];
    const byPhone = ['hs_searchable_calculated_phone_number', 'hs_searchable_calculated_mobile_number'].map(
      (property) => [{ property, values: phones }],
    );
    const byName = [
      { property: 'lastname', values: distinct(places.map(({ last }) => last)) },
      { property: 'firstname', values: distinct(places.map(({ first }) => first)) },
      { property: 'zip', values: distinct(places.flatMap(({ zip }) => [zip, mainZip(zip)])) },
    ];
    return [...(phones.length > 0 ? byPhone : []), ...(places.length > 0 ? [byName] : [])];
  },
};
