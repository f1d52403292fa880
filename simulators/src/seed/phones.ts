import { uuidFrom } from './ids.ts';
import { pick, type Random } from '../determinism/random.ts';

export interface PhoneNumber {
  readonly id: string;
  readonly number: string;
  readonly ext: string | null;
  readonly type: string;
  readonly primary: boolean;
  readonly smsOptOut: boolean | null;
}

const AREA_CODES = ['512', '254', '214', '713', '210', '806', '361', '405', '318', '615'];
const TYPES = ['Home', 'Mobile', 'Mobile', 'Work'];

/** Ten digits of the range that is reserved for fiction (555-01xx). */
const tenDigits = (random: Random): string =>
  `${pick(random, AREA_CODES)}55501${String(Math.floor(random() * 100)).padStart(2, '0')}`;

function written(random: Random, digits: string): string {
  const [area, middle, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  return pick(random, [
    `(${area}) ${middle}-${line}`,
    `${area}-${middle}-${line}`,
    `+1 ${area} ${middle} ${line}`,
    `${area}.${middle}.${line}`,
  ]);
}

/** Draws a contact's phones: 6 % none, 10 % several (the primary not first), 15 % of the numbers as formatted text, 1 % of a type no list knows. */
export function drawPhones(random: Random, seed: number, index: number): PhoneNumber[] {
  const draw = random();
  const count = draw < 0.06 ? 0 : draw < 0.16 ? 2 + Math.floor(random() * 2) : 1;
  return Array.from({ length: count }, (_, place) => {
    const digits = tenDigits(random);
    return {
      id: uuidFrom(seed, index, 200 + place),
      number: random() < 0.15 ? written(random, digits) : digits,
      ext: random() < 0.04 ? String(100 + Math.floor(random() * 900)) : null,
      type: random() < 0.01 ? 'Pager' : pick(random, TYPES),
      primary: place === count - 1,
      smsOptOut: random() < 0.1 ? true : random() < 0.2 ? null : false,
    };
  });
}
