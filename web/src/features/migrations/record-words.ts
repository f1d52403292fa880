import {
  objectTypes,
  outcomeKinds,
  recordKinds,
  type FailureText,
  type MigrationType,
  type Noun,
  type OutcomeKind,
  type RecordKind,
} from '@ridgeline/contracts';
import { capitalized, formatRecords } from '../../components/format.ts';

const kinds: ReadonlyMap<string, RecordKind> = new Map(Object.entries(recordKinds));

/** A migration's type as a heading or a name: `Contacts`. */
export const typeText = (type: MigrationType): string => capitalized(objectTypes[type].noun.many);

/** What the records of a type are called in HubSpot. */
export const nounOfMigration = (type: MigrationType): Noun => objectTypes[type].hubspotNoun;

/** `contacts or jobs`: whatever can go over. */
export const anyRecords: string = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(
  Object.values(objectTypes).map(({ noun }) => noun.many),
);

/** What things of a kind are called in HubSpot, in numbers; the name of a kind that is not known here reads as words. */
export const kindInWords = (kind: string): string => nounOf(kind).many;

/** `3 deals`, `1 association` */
export const countInWords = (kind: string, count: number): string => formatRecords(count, nounOf(kind));

/** The outcomes of a kind in the order in which they are told, each with its word, and whether it is told when it is 0. */
export function outcomesInWords(
  kind: string,
): readonly { readonly outcome: OutcomeKind; readonly word: string; readonly always: boolean }[] {
  const own = kinds.get(kind)?.outcomeWords ?? {};
  const named = Object.keys(own).filter((name): name is OutcomeKind => name in own);
  return [...new Set([...named, ...outcomeKinds])].map((outcome) => ({
    outcome,
    word: own[outcome] ?? outcome,
    always: outcome in own,
  }));
}

function nounOf(kind: string): Noun {
  const name = nameInWords(kind);
  return kinds.get(kind)?.hubspotNoun ?? { one: name, many: name };
}

/**
 * A reason's code as a sentence, as it is said of this kind; where the kind does not have it, as another one says it, and
 * one that is known nowhere here still reads as words.
 */
export function reasonInWords(code: string, kind: string): string {
  const own = kinds.get(kind);
  const known = [...(own ? [own] : []), ...kinds.values()].map((one) => reasonOf(code, one));
  return capitalized(known.find((text) => text !== undefined) ?? nameInWords(code));
}

function reasonOf(code: string, { reasons: { failed, skipped, warned } }: RecordKind): string | undefined {
  const refused: Readonly<Record<string, FailureText>> = failed;
  return refused[code]?.words ?? skipped[code] ?? warned[code];
}

/** `some_new_reason` as `some new reason` */
const nameInWords = (name: string): string =>
  name
    .replaceAll(/[._-]+/g, ' ')
    .trim()
    .toLowerCase();
