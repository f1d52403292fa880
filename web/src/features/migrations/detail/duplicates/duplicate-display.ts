import {
  kindNamed,
  propertyLabel,
  type Candidate,
  type Duplicate,
  type Likeness,
  type StoredAnswer,
} from '@ridgeline/contracts';

/** What a candidate has in common with the record, in words. */
export const likenessText: Readonly<Record<Likeness, string>> = {
  phone: 'Same phone number',
  name: 'Same name and postal code',
};

/** A value on both sides; null where a side has none. */
interface ComparedValue {
  readonly property: string;
  readonly label: string;
  readonly source: string | null;
  readonly target: string | null;
  /** Whether both sides have the same value, however it is written. */
  readonly same: boolean;
}

/** The values of a record and a candidate side by side: every property that any candidate has, in the same order for all. */
export function comparedValues(
  { kind, values, candidates }: Pick<Duplicate, 'kind' | 'values' | 'candidates'>,
  candidate: Pick<Candidate, 'values'>,
): readonly ComparedValue[] {
  const properties = new Set([values, ...candidates.map((one) => one.values)].flatMap(Object.keys));
  return [...properties].map((property) => {
    const [source, target] = [values[property] ?? null, candidate.values[property] ?? null];
    const same = source !== null && target !== null && comparable(source) === comparable(target);
    return { property, label: propertyLabel(kind, property), source, target, same };
  });
}

/** Normalizes a value: the last ten digits of a phone number, the first five of a ZIP+4; else trimmed and in lower case. */
function comparable(value: string): string {
  if (/^\d{5}-\d{4}$/.test(value)) return value.slice(0, 5);
  const digits = value.replaceAll(/\D/g, '');
  return /^[+()\d\s.-]+$/.test(value) && digits.length >= 10 ? digits.slice(-10) : value.trim().toLowerCase();
}

/** The user's answer about a record; who gave it and when are added after this text. */
export function answerText({ decision }: Pick<StoredAnswer, 'decision'>, kind: string): string {
  const noun = kindNamed(kind)?.hubspotNoun;
  return decision === 'same'
    ? `The same as a HubSpot ${noun?.one ?? 'record'}`
    : `Different from these HubSpot ${noun?.many ?? 'records'}`;
}
