import {
  capitalized,
  formatRecords,
  kindNamed,
  locale,
  nameInWords,
  objectTypes,
  outcomeKinds,
  type MigrationType,
  type Noun,
  type OutcomeKind,
} from '@ridgeline/contracts';
import type { Purpose } from '../summary/purpose.ts';
import { wordsOfOutcome } from './outcomes.ts';

/** A migration's type as a heading or a name: `Contacts`. */
export const typeText = (type: MigrationType): string => capitalized(objectTypes[type].noun.many);

/** The noun for a type's records in HubSpot. */
export const nounOfMigration = (type: MigrationType): Noun => objectTypes[type].hubspotNoun;

/** `contacts or jobs`: all that can be copied. */
export const anyRecords: string = new Intl.ListFormat(locale, { type: 'disjunction' }).format(
  Object.values(objectTypes).map(({ noun }) => noun.many),
);

/** The plural for records of a kind in HubSpot; for an unknown kind, its name as words. */
export const kindInWords = (kind: string): string => nounOf(kind).many;

/** `3 deals`, `1 association` */
export const countInWords = (kind: string, count: number): string => formatRecords(count, nounOf(kind));

/** The outcomes of a kind in display order, each with its label and whether it is shown when it is 0. */
export function outcomesInWords(
  kind: string,
  purpose: Purpose,
): readonly { readonly outcome: OutcomeKind; readonly word: string; readonly always: boolean }[] {
  const own = kindNamed(kind)?.outcomeWords ?? {};
  const named = Object.keys(own).filter((name): name is OutcomeKind => name in own);
  return [...new Set([...named, ...outcomeKinds])].map((outcome) => ({
    outcome,
    word:
      purpose === 'copy' ? (own[outcome] ?? outcome) : wordsOfOutcome(outcome, purpose).text.toLowerCase(),
    always: outcome in own,
  }));
}

/** The noun for records of a kind in AccuLynx. */
export const nounOfSource = (kind: string): Noun => kindNamed(kind)?.noun ?? unknownNoun(kind);

const nounOf = (kind: string): Noun => kindNamed(kind)?.hubspotNoun ?? unknownNoun(kind);

function unknownNoun(kind: string): Noun {
  const name = nameInWords(kind);
  return { one: name, many: name };
}
