/** What k6 tells of one metric at the end. */
export interface LoadMetric {
  readonly type: 'counter' | 'gauge' | 'rate' | 'trend';
  /** `time` is in milliseconds, `data` in bytes. */
  readonly contains: string;
  readonly values: Readonly<Record<string, number>>;
  /** The bars that it is held against, by their text. */
  readonly thresholds?: Readonly<Record<string, { readonly ok: boolean }>>;
}

/** A group of checks and the groups inside it. */
export interface CheckGroup {
  readonly checks: readonly { readonly name: string; readonly passes: number; readonly fails: number }[];
  readonly groups: readonly CheckGroup[];
}

/** What k6 hands to `handleSummary`, as far as we read it. */
export interface LoadSummary {
  readonly metrics: Readonly<Record<string, LoadMetric>>;
  readonly root_group: CheckGroup;
  readonly state: { readonly testRunDurationMs: number };
}

/** Every bar of a run, and whether it was kept. */
export function barsOf({ metrics }: LoadSummary): { readonly bar: string; readonly ok: boolean }[] {
  return Object.entries(metrics).flatMap(([metric, { thresholds = {} }]) =>
    Object.entries(thresholds).map(([text, { ok }]) => ({ bar: `${metric} ${text}`, ok })),
  );
}

/** All checks, of whichever group. */
export function checksOf(group: CheckGroup): CheckGroup['checks'] {
  return [...group.checks, ...group.groups.flatMap(checksOf)];
}
