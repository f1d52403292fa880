import { COUNTRIES, STREETS, TOWNS, stateById, type Country, type State } from './places.ts';
import { pick, type Random } from '../determinism/random.ts';

export interface Address {
  readonly street1: string | null;
  readonly street2: string | null;
  readonly city: string | null;
  readonly zipCode: string | null;
  readonly state: State | null;
  readonly country: Country | null;
}

/** Draws an address: 4 % none at all, 3 % without street, 3 % without state, 2 % without zip code. */
export function drawAddress(random: Random): Address | null {
  const draw = random();
  const [city, stateId, zip] = pick(random, TOWNS);
  const street = `${1 + Math.floor(random() * 9900)} ${pick(random, STREETS)}`;
  const street2 = random() < 0.08 ? `Unit ${1 + Math.floor(random() * 40)}` : null;
  if (draw < 0.04) return null;
  return {
    street1: draw < 0.07 ? null : street,
    street2,
    city,
    zipCode: draw >= 0.1 && draw < 0.12 ? null : zip,
    state: draw >= 0.07 && draw < 0.1 ? null : stateById(stateId),
    country: COUNTRIES[0] ?? null,
  };
}
