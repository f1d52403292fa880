import {
  outcomeKinds,
  recordKinds,
  type Reconciliation,
  type reconciliationSchema,
} from '@ridgeline/contracts';
import type { z } from 'zod';
import { capitalized, formatCount } from '../../../components/format.ts';
import type { ObjectView, OutcomeWords } from '../objects/object-view.ts';
import { kindInWords } from '../record-words.ts';
import { reasons, type ReasonCount } from './reconciliation-text.ts';

/** An account as it is stored: those of earlier releases tell less. */
export type StoredAccount = z.input<typeof reconciliationSchema>;

/** What became of one kind of thing that came along with the records. */
export interface Alongside {
  readonly kind: string;
  /** `Associations` */
  readonly title: string;
  /** `12 made, 3 present, 0 failed, 1 without a contact` */
  readonly counts: string;
  /** Why some were left out or refused. */
  readonly reasons: readonly ReasonCount[];
  /** What to know of those that went over. */
  readonly warnings: readonly ReasonCount[];
}

const plainWords: OutcomeWords = outcomeKinds.map((outcome) => [outcome, outcome]);
const order = Object.keys(recordKinds);

/** What came along, kind by kind, in the words of the migration's type; a kind that is not known here comes last. */
export function alongside(
  { alongside: tallies = {} }: StoredAccount,
  { outcomeWords }: Pick<ObjectView, 'outcomeWords'>,
): readonly Alongside[] {
  const place = (kind: string) => (order.includes(kind) ? order.indexOf(kind) : order.length);
  return Object.entries(tallies)
    .sort(([a], [b]) => place(a) - place(b))
    .map(([kind, tally]) => ({
      kind,
      title: capitalized(kindInWords(kind)),
      counts: countsInWords(tally, outcomeWords[kind] ?? []),
      reasons: [...reasons(tally.skippedByReason, kind), ...reasons(tally.failedByReason, kind)],
      warnings: reasons(tally.warnedByReason, kind),
    }));
}

type Tally = Reconciliation['alongside'][string];

/** Every outcome that has a word, also when it is 0, and any other one that occurred all the same. */
function countsInWords(tally: Tally, words: OutcomeWords): string {
  const told = new Set(words.map(([outcome]) => outcome));
  const others = plainWords.filter(
    ([outcome]) => !told.has(outcome) && (words.length === 0 || tally[outcome] > 0),
  );
  const parts = [...words, ...others].map(([outcome, word]) => `${formatCount(tally[outcome])} ${word}`);
  return outcomeKinds.some((outcome) => tally[outcome] > 0) ? parts.join(', ') : 'none';
}
