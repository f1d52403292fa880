import type { Connection, JobDetail } from '@ridgeline/contracts';
import { formatList } from '../../ui/text/format.ts';

const detailWords: Readonly<Record<JobDetail, string>> = {
  representative: 'representative',
  financials: 'value',
  insurance: 'insurance company',
  milestone: 'milestone status',
};

/** AccuLynx admits ten calls a second for a key (docs/vendors/acculynx.md, 2); with the pages, a thousand take two minutes. */
const minutesPerThousandCalls = 2;

/** The cost of the job details that these connections request: one AccuLynx call each. Null if none requests any. */
export function detailCost(connections: readonly Pick<Connection, 'name' | 'jobDetails'>[]): string | null {
  const asking = connections.filter(({ jobDetails }) => jobDetails.length > 0);
  if (asking.length === 0) return null;
  const details = [...new Set(asking.flatMap(({ jobDetails }) => jobDetails))];
  const most = Math.max(...asking.map(({ jobDetails }) => jobDetails.length));
  const names = formatList(asking.map(({ name }) => name));
  const calls = most === 1 ? 'one call' : `${most} calls`;
  return `${names} ${asking.length === 1 ? 'also reads' : 'also read'} the ${formatList(details.map((detail) => detailWords[detail]))} of each job. That is ${calls} to AccuLynx for each job, about ${most * minutesPerThousandCalls} minutes more for every 1,000 jobs.`;
}
