import { pick, type Random } from '../determinism/random.ts';

const FIRST_NAMES = (
  'James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph Jessica Thomas ' +
  'Karen Carlos Maria Ngozi Amina Wei Priya Rahul Sofia Mateo Lucia Diego Camila Ahmed Fatima Yusuf Leila Olga Ivan Anya Piotr ' +
  'Kwame Abena Tomas Elena Hugo Ingrid Lars Freya Sean Siobhan Owen Megan Tyler Brandi Dustin Crystal Wade Loretta Earl Dolores'
).split(' ');

const LAST_NAMES = (
  'Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas ' +
  'Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King ' +
  'Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts Okafor Kowalski ' +
  'Petrov Haddad Schneider Lindqvist Fitzgerald Castellanos Abernathy Vandenberg'
).split(' ');

const STRANGE_NAMES: readonly (readonly [string, string])[] = [
  ['Jürgen', 'Müller-Weiß'],
  ['Zoë', "O'Brien"],
  ['José', 'Núñez Ibáñez'],
  ['Łukasz', 'Żółć'],
  ['李', '小龍'],
  ['さくら', '田中'],
  ['محمد', 'الأحمد'],
  ['שרה', 'כהן'],
  ['Θεοδώρα', 'Παπαδοπούλου'],
  ['Ирина', 'Щербакова'],
  ['Sunny 🌞', 'Rooftop 🏠'],
  ['Robert "Bob"', 'Smith; Jr.'],
  ['  Padded ', ' Name  '],
  ['Tab\tbed', 'Back\\slash'],
  ['<b>Bold</b>', '&amp; Sons'],
  ['=SUM(A1)', '+1-DROP TABLE'],
  ['e\u0301milie', 'Cafe\u0301'],
  ['👩‍👩‍👧 Family', 'Zero\u200bWidth'],
];

const COMPANY_WORDS =
  'Lone Star|Brazos|Hill Country|Gulf Coast|Blue Heron|Cedar Creek|Pecan Grove|Red River|Twin Oaks|Prairie|Summit|Harbor'.split(
    '|',
  );
const COMPANY_KINDS =
  'Lettings|Property Group|Apartments HOA|Dental|Storage LLC|Church|Auto & Tire|School District|Café GmbH'.split(
    '|',
  );
const SALUTATIONS = ['Mr.', 'Ms.', 'Mrs.', 'Dr.'];

type NameKind = 'plain' | 'strange' | 'long' | 'company-only';

export interface PersonName {
  readonly kind: NameKind;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly salutation: string | null;
  readonly companyName: string | null;
}

/** The kind of name for a draw in [0, 1): 3 % companies, 5 % strange characters, 1 % of 49 characters. */
function nameKind(draw: number): NameKind {
  if (draw < 0.03) return 'company-only';
  if (draw < 0.08) return 'strange';
  if (draw < 0.09) return 'long';
  return 'plain';
}

const companyName = (random: Random): string =>
  `${pick(random, COMPANY_WORDS)} ${pick(random, COMPANY_KINDS)}`;

/** A 49-character name: one below AccuLynx's maximum of 50 for each of the two parts. */
const stretched = (name: string): string => `${name}-`.repeat(49).slice(0, 48) + name.slice(0, 1);

/** Draws a person's (or a company's) name. */
export function drawName(random: Random): PersonName {
  const kind = nameKind(random());
  const plain: readonly [string, string] = [pick(random, FIRST_NAMES), pick(random, LAST_NAMES)];
  const salutation = random() < 0.2 ? pick(random, SALUTATIONS) : null;
  const company = random() < 0.15 || kind === 'company-only' ? companyName(random) : null;
  switch (kind) {
    case 'company-only':
      return { kind, firstName: null, lastName: null, salutation: null, companyName: company };
    case 'strange': {
      const [firstName, lastName] = pick(random, STRANGE_NAMES);
      return { kind, firstName, lastName, salutation, companyName: company };
    }
    case 'long':
      return {
        kind,
        firstName: stretched(plain[0]),
        lastName: stretched(plain[1]),
        salutation,
        companyName: company,
      };
    case 'plain':
      return { kind, firstName: plain[0], lastName: plain[1], salutation, companyName: company };
  }
}

/** The local parts of email addresses use the same plain names, so that they look like people's. */
export function mailboxName(random: Random): string {
  return `${pick(random, FIRST_NAMES)}.${pick(random, LAST_NAMES)}`;
}
