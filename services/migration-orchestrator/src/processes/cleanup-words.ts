import type { Cleanup } from '@ridgeline/contracts';

type Did = Pick<Cleanup, 'cleanedProcesses' | 'waiting'>;
type Outcome = Cleanup['cleanedProcesses'][number]['outcome'];

const list = new Intl.ListFormat('en');

const processes = (count: number): string =>
  `${String(count)} orphaned ${count === 1 ? 'process' : 'processes'}`;

/** A sentence about these migrations; none if there are none. */
function migrations(ids: readonly number[], one: string, many: string): string[] {
  if (ids.length === 0) return [];
  const names = list.format(ids.map((id) => `#${String(id)}`));
  return [ids.length === 1 ? `Migration ${names} ${one}` : `Migrations ${names} ${many}`];
}

/** The result of a cleanup in words; `untilReaping`: milliseconds until silence counts against a process, 0 or less: now. */
export function cleanupMessage({ cleanedProcesses, waiting }: Did, untilReaping: number): string {
  const cleanedTo = (outcome: Outcome) => cleanedProcesses.filter((one) => one.outcome === outcome);
  const idsOf = (all: Did['waiting']) => all.map(({ migrationId }) => migrationId);
  const seconds = String(Math.ceil(untilReaping / 1_000));
  const sentences = [
    ...(untilReaping > 0
      ? [`Heartbeats could not arrive a moment ago. Processes get ${seconds} s more to tell that they live.`]
      : []),
    ...(cleanedProcesses.length > 0 ? [`Cleaned up ${processes(cleanedProcesses.length)}.`] : []),
    ...(waiting.length > 0 ? [`${processes(waiting.length)} had ended already.`] : []),
    ...migrations(
      idsOf([...cleanedTo('handed-over'), ...waiting]),
      'was offered to all workers, for the next free one to take it.',
      'were offered to all workers, for the next free ones to take them.',
    ),
    ...migrations(idsOf(cleanedTo('given-up')), 'failed; its page says why.', 'failed; their pages say why.'),
    ...migrations(idsOf(cleanedTo('cancelled')), 'had been cancelled.', 'had been cancelled.'),
  ];
  return sentences.length > 0 ? sentences.join(' ') : 'There was nothing to clean up.';
}
