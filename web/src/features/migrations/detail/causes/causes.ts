import {
  fixOf,
  kindNamed,
  reasonInWords,
  recordContextSchema,
  type IssueKind,
  type Fix,
  type MigrationLog,
  type RecordContext,
  type RecordKind,
  type Tally,
} from '@ridgeline/contracts';

/** A record to look at. */
export interface Example {
  /** Null in logs of releases before the name was a field. */
  readonly name: string | null;
  readonly sourceId: string;
}

/** Records with the same outcome for the same reason. */
export interface Cause {
  readonly kind: string;
  readonly issue: IssueKind;
  readonly code: string;
  readonly count: number;
  /** Why, in a sentence. */
  readonly text: string;
  readonly fix: Fix;
  readonly examples: readonly Example[];
  /** What exactly must be fixed in HubSpot's properties; nothing for other causes. */
  readonly missing: readonly string[];
}

/** So many records are named of a cause; the log and the export name the others. */
const maxExamples = 3;
/** So many different things to fix are listed of a cause. */
const maxSaid = 5;

const issueKinds = {
  failed: 'failedByReason',
  skipped: 'skippedByReason',
  warned: 'warnedByReason',
} as const;

/** The causes behind all that was not copied as it is in AccuLynx: failures first, the most frequent first. */
export function causesOf(
  tallies: Readonly<Record<string, Tally>>,
  own: RecordKind,
  logs: readonly MigrationLog[],
): readonly Cause[] {
  const linesOf = linesByCause(logs, own);
  return (Object.keys(issueKinds) as IssueKind[]).flatMap((issue) =>
    Object.entries(tallies)
      .flatMap(([kind, tally]) =>
        Object.entries(tally[issueKinds[issue]])
          .filter(([code, count]) => count > 0 && !isNoted(kind, code, issue))
          .map(([code, count]) => {
            const lines = linesOf.get(`${kind} ${code}`) ?? [];
            const fix = fixOf(issue, code, kind);
            return {
              ...{ kind, issue, code, count, fix },
              text: reasonInWords(code, kind),
              examples: examplesIn(lines),
              missing: fix.places.includes('properties') ? saidIn(lines) : [],
            };
          }),
      )
      .sort((a, b) => b.count - a.count || a.text.localeCompare(b.text)),
  );
}

/** A warning without any loss, which only says where a value is stored, is not a cause. */
const isNoted = (kind: string, code: string, issue: IssueKind): boolean =>
  issue === 'warned' && kindNamed(kind)?.reasons.warned[code]?.lacks === 'none';

/** The record contexts of warning and error entries, grouped by kind of record and reason code. */
const linesByCause = (logs: readonly MigrationLog[], own: RecordKind) =>
  Map.groupBy(
    logs.flatMap(({ level, name, context }) => {
      if (level !== 'error' && level !== 'warning') return [];
      const { data } = recordContextSchema.safeParse(context);
      return data ? [{ ...data, ...(name === undefined ? {} : { name }) }] : [];
    }),
    ({ kind = own.name, reason }) => `${kind} ${String(reason)}`,
  );

/** The first records that these lines are about. */
function examplesIn(lines: readonly RecordContext[]): readonly Example[] {
  const found = new Map<string, Example>();
  for (const { sourceId, name = null } of lines) {
    if (sourceId !== undefined && !found.has(sourceId)) found.set(sourceId, { name, sourceId });
    if (found.size === maxExamples) break;
  }
  return [...found.values()];
}

/** What these lines say behind the names of their records, the most frequent first. */
function saidIn(lines: readonly RecordContext[]): readonly string[] {
  const alike = [
    ...Map.groupBy(
      lines.flatMap(({ words }) => words ?? []),
      (words) => words,
    ),
  ];
  return alike
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, maxSaid)
    .map(([words]) => words);
}
