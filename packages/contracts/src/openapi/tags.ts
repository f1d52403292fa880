/** A group of operations, and the beginnings of the paths that belong to it. */
interface TagOfPaths {
  readonly name: string;
  readonly description: string;
  readonly paths: readonly string[];
}

/** The groups in the order in which documents show them. */
const tagsOfPaths: readonly TagOfPaths[] = [
  {
    name: 'Account',
    description: 'Register, sign in and out, and change what belongs to the signed-in user.',
    paths: [
      '/api/auth',
      '/api/confirm-access-revoked',
      '/api/forgot-password',
      '/api/login',
      '/api/logout',
      '/api/register',
      '/api/reset-password',
      '/api/user',
    ],
  },
  {
    name: 'Team',
    description: 'The members of a company and its invitations.',
    paths: ['/api/invitations', '/api/team'],
  },
  {
    name: 'Connections',
    description:
      'Connections of an AccuLynx location with a HubSpot portal, and checks of their credentials.',
    paths: [
      '/api/connections',
      '/api/hubspot-options',
      '/api/hubspot-pipelines',
      '/api/stats',
      '/api/validate-hubspot-properties',
    ],
  },
  {
    name: 'Migrations',
    description:
      'Start, watch, stop, check, repeat and undo migrations, and read what they did to each record.',
    paths: ['/api/migrations'],
  },
  {
    name: 'Records',
    description: 'Find a record of AccuLynx or HubSpot, and its history in all migrations and by auto-sync.',
    paths: ['/api/records'],
  },
  {
    name: 'Auto-sync',
    description: 'What is copied automatically, what could not be copied, and comparisons of both systems.',
    paths: ['/api/syncs'],
  },
  {
    name: 'Processes',
    description: 'The workers that run migrations.',
    paths: ['/api/processes'],
  },
  {
    name: 'Companies',
    description: 'For administrators: the connections and migrations of all companies.',
    paths: [
      '/api/connections/all',
      '/api/connections/companies',
      '/api/migrations/all',
      '/api/migrations/attention',
    ],
  },
  {
    name: 'Users',
    description: 'The users of all companies, for administrators, and the names of those of the own company.',
    paths: ['/api/users'],
  },
  {
    name: 'Activity',
    description: 'For administrators: the audit trail.',
    paths: ['/api/activity'],
  },
];

/** The groups as the document lists them. */
export const tags = tagsOfPaths.map(({ name, description }) => ({ name, description }));

const isBelow = (path: string, beginning: string): boolean =>
  path === beginning || path.startsWith(`${beginning}/`);

/** The group of a path: the one with the longest matching prefix. Throws for a path without a group. */
export function tagOf(path: string): string {
  const [longest] = tagsOfPaths
    .flatMap(({ name, paths }) => paths.map((beginning) => ({ name, beginning })))
    .filter(({ beginning }) => isBelow(path, beginning))
    .toSorted((one, other) => other.beginning.length - one.beginning.length);
  if (!longest) throw new Error(`No tag has the path ${path}: add it to tags.ts`);
  return longest.name;
}
