import { formatCount, formatRecords, kindNamed, outcomeWord, type OutcomeKind } from '@ridgeline/contracts';

/** So many records of a kind in words, as they are called in HubSpot: `1 contact`, `3 deals`. */
export const amountOf = (count: number, kindName: string): string =>
  formatRecords(count, kindNamed(kindName)?.hubspotNoun ?? { one: 'record', many: 'records' });

/** So many of a kind that came out in this way, in words: `3 created`, `3 made`. */
export const outcomeAmountOf = (count: number, outcome: OutcomeKind, kindName: string): string =>
  `${formatCount(count)} ${outcomeWord(outcome, kindNamed(kindName) ?? {})}`;
