import { startProgram, type Program } from '../measuring/program.ts';
import { deliveryOf, type Published, type Verdict } from './delivery.ts';
import type { Reader, ReaderReport, ReadersTask } from './readers-task.ts';

/** Opens all streams; told where the migrations ended, the program answers what its readers saw. */
export function startReaders(resources: AsyncDisposableStack, task: ReadersTask): Promise<Program<unknown>> {
  return startProgram(resources, { module: new URL('readers.ts', import.meta.url), order: task });
}

/** Starts the bare server and its readers, as many for each company; `verdict` ends both. */
export async function startBare(
  resources: AsyncDisposableStack,
  readers: readonly Reader[],
): Promise<{ verdict: () => Promise<Verdict> }> {
  const names = [...new Set(readers.map(({ company }) => company))];
  const module = new URL('bare.ts', import.meta.url);
  const server = await startProgram<string>(resources, { module, args: names });
  const reading = await startReaders(resources, {
    gateways: [server.ready],
    readers: readers.map(({ company }) => ({ cookie: company, company })),
  });
  await server.ask('publish');
  return {
    verdict: async () => {
      const published = await server.ask<readonly Published[]>('stop');
      const ends = Object.fromEntries(published.map(({ company, ...version }) => [company, version]));
      return deliveryOf(published, await reading.ask<readonly ReaderReport[]>(ends));
    },
  };
}
