import type { JobDetail } from '@ridgeline/contracts';
import { askAcculynx } from '../../../vendors/ask.ts';
import type { AcculynxAccess } from '../../../vendors/run-vendors.ts';
import type { JobContext } from '../mapping/job-row.ts';

type SourceNames = Pick<JobContext, 'users' | 'parentSource'>;

/** Reads the names that jobs give as ids only: lead sources, and users where representatives are wanted. */
export async function readSourceNames(
  acculynx: AcculynxAccess<'leadSources' | 'users'>,
  details: readonly JobDetail[],
): Promise<SourceNames> {
  const [leadSources, users] = await Promise.all([
    askAcculynx(acculynx, 'lead sources', (client, until) => client.leadSources(until)),
    details.includes('representative')
      ? askAcculynx(acculynx, 'users', (client, until) => client.users(until))
      : [],
  ]);
  const names = new Map(leadSources.map(({ id, name }) => [id, name]));
  const parents = new Map(
    leadSources.flatMap((parent) => parent.children.map(({ id }) => [id, parent.name] as const)),
  );
  return {
    users: new Map(
      users.map(({ id, displayName, firstName, lastName, email }) => {
        const name = [firstName, lastName].filter(Boolean).join(' ');
        return [id, displayName ?? (name || (email ?? ''))] as const;
      }),
    ),
    parentSource: ({ id, parentId }) =>
      (parentId === null ? null : names.get(parentId)) ?? parents.get(id) ?? null,
  };
}
