import {
  fixOf,
  kindNamed,
  reasonInWords,
  recordNameIn,
  type Fate,
  type Fix,
  type MigrationLog,
  type RecordKind,
  type Tally,
} from '@ridgeline/contracts';

/** A record to look at, by the name that the log gives it. */
export interface Example {
  readonly name: string;
  readonly sourceId: string;
}

/** Records that fared alike for the same reason. */
export interface Cause {
  readonly kind: string;
  readonly fate: Fate;
  readonly code: string;
  readonly count: number;
  /** Why, in a sentence. */
  readonly text: string;
  readonly fix: Fix;
  readonly examples: readonly Example[];
}

/** So many records are named of a cause; the log and the export name the others. */
const mostExamples = 3;

const fates = { failed: 'failedByReason', skipped: 'skippedByReason', warned: 'warnedByReason' } as const;

/** The causes behind all that did not go over as it stands in AccuLynx: refusals first, the most frequent first. */
export function causesOf(
  tallies: Readonly<Record<string, Tally>>,
  own: RecordKind,
  logs: readonly MigrationLog[],
): readonly Cause[] {
  const named = namedRecords(logs, own);
  return (Object.keys(fates) as Fate[]).flatMap((fate) =>
    Object.entries(tallies)
      .flatMap(([kind, tally]) =>
        Object.entries(tally[fates[fate]])
          .filter(([code, count]) => count > 0 && !isNoted(kind, code, fate))
          .map(([code, count]) => ({
            kind,
            fate,
            code,
            count,
            text: reasonInWords(code, kind),
            fix: fixOf(fate, code),
            examples: named.get(`${kind} ${code}`) ?? [],
          })),
      )
      .sort((a, b) => b.count - a.count || a.text.localeCompare(b.text)),
  );
}

/** What only tells where a value stands is no cause of anything. */
const isNoted = (kind: string, code: string, fate: Fate): boolean =>
  fate === 'warned' && kindNamed(kind)?.reasons.noted?.includes(code) === true;

/** The first records that the log names, by their kind and the code of their reason. */
function namedRecords(
  logs: readonly MigrationLog[],
  own: RecordKind,
): ReadonlyMap<string, readonly Example[]> {
  const found = new Map<string, Example[]>();
  for (const { level, message, context } of logs) {
    if (level !== 'error' && level !== 'warning') continue;
    const { kind = own.name, sourceId, reason } = context;
    if (typeof sourceId !== 'string' || typeof reason !== 'string' || typeof kind !== 'string') continue;
    const key = `${kind} ${reason}`;
    const examples = found.get(key) ?? [];
    found.set(key, examples);
    const known = examples.some((example) => example.sourceId === sourceId);
    if (examples.length < mostExamples && !known)
      examples.push({ name: recordNameIn(message) ?? 'Record', sourceId });
  }
  return found;
}
