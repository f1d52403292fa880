import type { Suite, Tool } from '@ridgeline/testkit/needed-tools';

/** The suites that cannot run, each with the tools that it lacks. */
export type LackingSuites = ReadonlyMap<Suite, readonly string[]>;

/** Called when getting a tool has ended: what was begun, when, and why it failed, else null. */
type ReportEnd = (name: string, started: number, failure: string | null) => void;

/** Gets each tool once, one after the other, and reports each. Returns the suites whose tools cannot be had. */
export async function gatherTools(tools: readonly Tool[], reportEnd: ReportEnd): Promise<LackingSuites> {
  const lacking = new Map<Suite, string[]>();
  for (const { name, neededBy, get } of tools) {
    const started = Date.now();
    const failure = await get(() => undefined).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    reportEnd(name, started, failure);
    if (failure !== null)
      for (const suite of neededBy) lacking.set(suite, [...(lacking.get(suite) ?? []), name]);
  }
  return lacking;
}
