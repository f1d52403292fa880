import { runPlan, type Migration, type RecordChanges } from '@ridgeline/contracts';
import type { Product } from '@ridgeline/devstack';
import type { SeenRequest, SourceListName, TestCompany } from '@ridgeline/testkit';
import { isDeepStrictEqual } from 'node:util';
import { portalState, type PortalState } from '../../support/portal-state.ts';
import type { Way } from '../disturbing/disturbance.ts';
import { goThrough } from '../disturbing/go-through.ts';
import { followingProblems } from './following-problems.ts';
import { planProblems } from './plan-problems.ts';
import { recordsOf } from './record-list.ts';

/** A dry run that has ended, and its plan. */
export interface DryRun {
  readonly company: TestCompany;
  readonly id: number;
  readonly shown: readonly RecordChanges[];
  readonly problems: readonly string[];
}

/** Lets a started dry run finish, which must not change a byte in HubSpot. */
export async function dryRunChecked(
  product: Product,
  { company, list, start }: { company: TestCompany; list: SourceListName; start: () => Promise<Migration> },
  way: Way,
): Promise<DryRun> {
  const { control, user } = company;
  const before = await portalState(company);
  const since = (await control.requests(user.companyId)).at(-1)?.number ?? 0;
  const { id } = await start();
  const migration = await goThrough(product, { company, id, list }, way);
  const sent = changesTo(await control.requests(user.companyId, since));
  const isSame = isDeepStrictEqual(before, await portalState(company));
  const problems = [
    ...followingProblems(migration),
    ...(isSame ? [] : ['the portal is another one after it']),
    ...(sent[0] ? [`it sent ${String(sent.length)} writes, first ${sent[0].method} ${sent[0].path}`] : []),
  ].map((problem) => `the dry run: ${problem}`);
  return { company, id, shown: await recordsOf({ company, id, list }), problems };
}

/** The requests that change anything in a portal, including definitions; batch reads and searches do not. */
const changesTo = (requests: readonly SeenRequest[]): readonly SeenRequest[] =>
  requests.filter(
    ({ vendor, method, path }) =>
      vendor === 'hubspot' &&
      path.startsWith('/crm/') &&
      method !== 'GET' &&
      !/\/(batch\/read|search)$/.test(path),
  );

/** Starts the run of its plan. */
export const startPlan = ({ company, id }: DryRun): Promise<Migration> =>
  company.session.callPatiently(runPlan, { params: { id: String(id) } });

/** Checks the run of a dry run's plan after its end; `isWhole`: nothing changed since, and nothing was rejected. */
export async function planRunChecked(
  { company, shown }: DryRun,
  ran: {
    readonly id: number;
    readonly list: SourceListName;
    readonly before: PortalState;
    readonly isWhole: boolean;
  },
): Promise<string[]> {
  const { before, isWhole } = ran;
  const after = await portalState(company);
  const problems = planProblems({ shown, ran: await recordsOf({ company, ...ran }), before, after, isWhole });
  return problems.map((problem) => `the run of the plan: ${problem}`);
}
