import {
  formatCount,
  formatRecords,
  outcomeKinds,
  type Reconciliation,
  type Tally,
} from '@ridgeline/contracts';
import { amountOf, outcomeAmountOf } from './kind-words.ts';

/** What of the account is more than nothing: the context of its line in the log. */
export function accountFacts(account: Reconciliation): Partial<Reconciliation> {
  const facts = Object.entries(account).filter(([, fact]) =>
    typeof fact === 'number' ? fact !== 0 : Object.keys(fact ?? {}).length > 0,
  );
  return Object.fromEntries(facts);
}

const sourceRecords = { one: 'source record', many: 'source records' };

/** The account in one line, for the log. */
export function describeReconciliation(account: Reconciliation): string {
  const { source, difference } = account;
  const ends = outcomeKinds.map((outcome) => `${formatCount(account[outcome])} ${outcome}`).join(', ');
  const gap =
    difference === 0
      ? ''
      : `; ${formatCount(Math.abs(difference))} ${difference > 0 ? 'not accounted for' : 'too many'}`;
  return `${formatRecords(source, sourceRecords)}: ${ends}${gap}${describeSource(account)}${describeAlongside(account)}`;
}

/** Where what was read is not what the source holds at the end: how far it is from it. */
function describeSource({ source, countedBySource, foundAtEnd, heldStill }: Reconciliation): string {
  // A run that stopped before its end has not reached the rest.
  if (foundAtEnd === null) return '';
  const counted = countedBySource ?? foundAtEnd;
  const unread = counted - foundAtEnd;
  const gone = source - foundAtEnd;
  return [
    unread > 0
      ? `. AccuLynx counts ${formatCount(counted)} now: ${formatCount(unread)} could not be read`
      : '',
    gone > 0 ? `. ${formatCount(gone)} of those that were read are not in AccuLynx any more` : '',
    heldStill === false ? ". AccuLynx's list went on changing: what came last may be missing" : '',
  ].join('');
}

/** What came along, where anything did. */
function describeAlongside({ alongside }: Reconciliation): string {
  const kinds = Object.entries(alongside).map(([kind, tally]) => describeTally(kind, tally));
  return kinds.length === 0 ? '' : `. Also ${kinds.join('; ')}`;
}

function describeTally(kind: string, tally: Tally): string {
  const came = outcomeKinds.filter((outcome) => tally[outcome] > 0);
  const total = came.reduce((sum, outcome) => sum + tally[outcome], 0);
  const parts = came.map((outcome) => outcomeAmountOf(tally[outcome], outcome, kind));
  return `${amountOf(total, kind)}: ${parts.join(', ')}`;
}
