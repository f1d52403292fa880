import { outcomeWord, recordKinds, type OutcomeKind, type RecordKind } from '@ridgeline/contracts';

const kinds: ReadonlyMap<string, RecordKind> = new Map(
  Object.values(recordKinds).map((kind) => [kind.name, kind]),
);

/** So many records of a kind in words, as they are called in HubSpot: `1 contact`, `3 deals`. */
export function amountOf(count: number, kindName: string): string {
  const noun = kinds.get(kindName)?.hubspotNoun ?? { one: 'record', many: 'records' };
  return `${count} ${count === 1 ? noun.one : noun.many}`;
}

/** So many of a kind that came out in this way, in words: `3 created`, `3 made`. */
export const outcomeAmountOf = (count: number, outcome: OutcomeKind, kindName: string): string =>
  `${count} ${outcomeWord(outcome, kinds.get(kindName) ?? {})}`;
