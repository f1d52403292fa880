import { outcomeKinds, recordKinds, type Reconciliation } from '@ridgeline/contracts';
import { capitalized } from '../../../../ui/text/format.ts';
import type { StoredAccount } from '../../../judgement/source-gap.ts';
import { kindInWords, outcomesInWords } from '../../record-words.ts';
import type { AccountLine } from './AccountLines.tsx';
import { reasons, type ReasonCount } from './reconciliation-text.ts';

/** What became of one kind of thing that came along with the records. */
export interface Alongside {
  readonly kind: string;
  /** `Associations` */
  readonly title: string;
  /** How many had which outcome; none where nothing came along. */
  readonly lines: readonly AccountLine[];
  /** What to know of those that went over. */
  readonly warnings: readonly ReasonCount[];
}

const order = Object.keys(recordKinds);

/** What came along, kind by kind; a kind that is not known here comes last. */
export function alongside({ alongside: tallies = {} }: StoredAccount): readonly Alongside[] {
  const place = (kind: string) => (order.includes(kind) ? order.indexOf(kind) : order.length);
  return Object.entries(tallies)
    .sort(([a], [b]) => place(a) - place(b))
    .map(([kind, tally]) => ({
      kind,
      title: capitalized(kindInWords(kind)),
      lines: linesOf(kind, tally),
      warnings: reasons(tally.warnedByReason, kind),
    }));
}

type Tally = Reconciliation['alongside'][string];

/** Every outcome that has a word of its own, also when it is 0, and any other one that occurred, with the reasons for it. */
function linesOf(kind: string, tally: Tally): AccountLine[] {
  if (outcomeKinds.every((outcome) => tally[outcome] === 0)) return [];
  const why = { skipped: tally.skippedByReason, failed: tally.failedByReason };
  return outcomesInWords(kind)
    .filter(({ outcome, always }) => always || tally[outcome] > 0)
    .map(({ outcome, word }) => ({
      count: tally[outcome],
      text: word,
      ...(outcome === 'skipped' || outcome === 'failed' ? { reasons: reasons(why[outcome], kind) } : {}),
    }));
}
