import type { Migration } from '@ridgeline/contracts';
import type { Product } from '@ridgeline/devstack';
import { writesTo, type SeenRequest } from '@ridgeline/testkit';
import { untilSettled } from '../disturbing/watched-migration.ts';
import { create, type MigratingTenant } from './migrating-tenant.ts';
import { factsOfThere, pastProblems } from './past-problems.ts';
import { sidesOf } from './sides.ts';
import { targetsOf } from './verdict.ts';

/**
 * Runs the migration again, undisturbed: first for what the disturbed run rightly left (it was cancelled, AccuLynx changed
 * after it had read, HubSpot refused a stage, or it was undone), then again, which must write nothing. Returns the
 * problems, in words.
 */
export async function lastRunsChecked(
  product: Product,
  tenant: MigratingTenant,
  { disturbed, isFollowed }: { readonly disturbed: Migration; readonly isFollowed: boolean },
): Promise<string[]> {
  const { company, load } = tenant;
  const { control, user } = company;
  const facts = factsOfThere(tenant.facts, await targetsOf(tenant));
  const run = async () => {
    const [before, since] = [
      await sidesOf[load.type].sourceIds(control, user.companyId),
      (await control.requests(user.companyId)).at(-1)?.number ?? 0,
    ];
    const { id } = await create(tenant);
    const migration = await untilSettled(product, { company, id });
    const targets = await targetsOf(tenant);
    const requests = await control.requests(user.companyId, since);
    return {
      requests,
      problems: [
        ...(migration.status === 'completed' ? [] : [`it is ${migration.status}`]),
        ...pastProblems({ migration, facts, before, deleted: [], targets, isLast: true }),
      ],
    };
  };
  const changes = await control.sourceChanges(user.companyId);
  const hasRest =
    isFollowed ||
    disturbed.status !== 'completed' ||
    changes.length > 0 ||
    facts.some((fact) => fact.kind === 'value' && fact.when === 'last');
  const rest = hasRest ? (await run()).problems : [];
  const last = await run();
  return [
    ...rest.map((problem) => `the run after: ${problem}`),
    ...[...last.problems, ...writeProblems(last.requests)].map((problem) => `the last run: ${problem}`),
  ];
}

/** Writes that HubSpot accepted in a run that had nothing to do. */
export function writeProblems(requests: readonly SeenRequest[]): string[] {
  const written = writesTo(requests).filter(({ status }) => status !== null && status < 300);
  const [first] = written;
  return first ? [`it wrote ${String(written.length)} times, first ${first.method} ${first.path}`] : [];
}
