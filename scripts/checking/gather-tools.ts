import type { Suite, Tool } from '@ridgeline/testkit/needed-tools';

/** Waits until each of a suite's tools was tried; returns the names of those that it lacks. */
export type LackedBy = (suite: Suite) => Promise<readonly string[]>;

/** Called after an attempt to get a tool, with the tool's name, the start time, and the reason of a failure or null. */
type ReportEnd = (name: string, started: number, failure: string | null) => void;

/** Starts to get each tool once, one after the other, and reports each. A suite need not wait for other suites' tools. */
export function gatherTools(tools: readonly Tool[], reportEnd: ReportEnd): LackedBy {
  let before: Promise<unknown> = Promise.resolve();
  const asked = tools.map((tool) => {
    const isThere = before.then(() => isHad(tool, reportEnd));
    before = isThere;
    return { ...tool, isThere };
  });
  return async (suite) => {
    const lacked: string[] = [];
    for (const { name, neededBy, isThere } of asked)
      if (neededBy.includes(suite) && !(await isThere)) lacked.push(name);
    return lacked;
  };
}

async function isHad({ name, get }: Tool, reportEnd: ReportEnd): Promise<boolean> {
  const started = Date.now();
  const failure = await get(() => undefined).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  reportEnd(name, started, failure);
  return failure === null;
}
