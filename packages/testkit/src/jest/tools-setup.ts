import { getTools } from '../needed-tools.ts';

/** Gets the tools of a suite before its first test, so that no test waits for a download. */
export default async function setUpTools(
  _all: unknown,
  { displayName }: { readonly displayName: { readonly name: string } },
): Promise<void> {
  await getTools(displayName.name, (line) => void process.stdout.write(`${line}\n`));
}
