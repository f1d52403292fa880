import type { Suite, Tool } from '@ridgeline/testkit/needed-tools';

/** Waits until all tools of a suite were asked for; answers the names of those that it lacks. */
export type LackedBy = (suite: Suite) => Promise<readonly string[]>;

/** Called when getting a tool has ended: what was begun, when, and why it failed, else null. */
type ReportEnd = (name: string, started: number, failure: string | null) => void;

/** Begins to get each tool once, one after the other, and reports each. A suite need not wait for the tools of others. */
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
