import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  answerDuplicate,
  answerDuplicates,
  confirmAccessRevoked,
  getProcessHealth,
  getSaveOperation,
  getUser,
  inviteColleague,
  listChecks,
  logout,
  renameConnection,
  signOutEverywhere,
  updateUser,
  validateHubspotProperties,
  type Endpoint,
} from '@ridgeline/contracts';
import { publicEndpoints } from '@ridgeline/contracts/openapi';
import {
  eventually,
  newColleague,
  newTestCompany,
  signInAdministrator,
  stackOfTests,
  type TestCompany,
  type TestPerson,
} from '@ridgeline/testkit';
import { attempt as ask, named, type Attempt } from '../support/attempt.ts';
import { untilEnded } from '../support/migrations.ts';

/**
 * Every route of the contract, asked by every kind of caller: a visitor, another company's user, a colleague, an
 * administrator and a user whose access is revoked. New routes are asked without being named here.
 */
const stack = stackOfTests();
let owner: TestCompany;
let stranger: TestPerson;
let colleague: TestPerson;
let administrator: TestPerson;
let revoked: TestPerson;
const ids: Record<string, string> = {};
/** What no caller may ever read, not even the owner. */
const secrets: string[] = ['$argon2', 'password_hash', 'passwordHash'];
/** What only the owner's company may read (and an administrator, for data about users). */
const privateFacts: string[] = [];
/** The check at the end of the owner's migration. */
let check = '';
/** A save of the owner's. */
const operationId = randomUUID();

beforeAll(async () => {
  [owner, stranger, administrator] = await Promise.all([
    newTestCompany(stack, { contacts: 30 }),
    newTestCompany(stack, { contacts: 0 }),
    signInAdministrator(stack),
  ]);
  const leaver = await newColleague(stack, owner);
  [colleague, revoked] = await Promise.all([newColleague(stack, owner), newColleague(stack, owner)]);
  const { acculynxApiKey, hubspotPat } = owner.credentials;
  await owner.session.call(validateHubspotProperties, { body: { acculynxApiKey, hubspotPat, operationId } });
  const connection = await owner.connect('Only for us');
  const { id } = await owner.startMigration(connection);
  await untilEnded(owner, id);
  const { checks } = await owner.session.call(listChecks, { params: { id: String(id) } });
  check = String(checks[0]?.id);
  const invitation = await owner.session.call(inviteColleague, { body: { email: 'guest@roofing.example' } });
  await administrator.session.call(updateUser, {
    params: { id: String(revoked.user.id) },
    body: { accessRevoked: true, accessRevokedReason: 'Left the firm' },
  });
  const contacts = await owner.control.sourceContacts(owner.user.companyId);
  Object.assign(ids, {
    '/api/connections': String(connection.id),
    '/api/syncs': String(connection.id),
    '/api/migrations': String(id),
    '/api/records': contacts[0]?.id ?? '',
    '/api/users': String(colleague.user.id),
    '/api/team/invitations': String(invitation.id),
    '/api/team/members': String(leaver.user.id),
  });
  const { processes } = await owner.session.call(getProcessHealth);
  expect(processes).toMatchObject([{ migrationId: id, status: 'completed' }]);
  const told = await eventually(
    async () => {
      const { steps } = await owner.session.call(getSaveOperation, { params: { operationId } });
      expect(steps.filter(({ state }) => state === 'complete')).toHaveLength(2);
      return steps.flatMap(({ text }) => text ?? []);
    },
    { what: 'the steps of the save' },
  );
  secrets.push(acculynxApiKey, hubspotPat);
  privateFacts.push(
    'Only for us',
    'guest@roofing.example',
    `"migrationId":${String(id)}`,
    ...told,
    ...contacts.slice(0, 5).map(({ id: contact }) => contact),
  );
}, 90_000);

const hasId = ({ path }: Endpoint): boolean => path.includes('{id}');
/** The owner's record that an address with an id refers to. */
function idFor({ path }: Endpoint): string {
  const [, id = ''] = Object.entries(ids).find(([prefix]) => path.startsWith(prefix)) ?? [];
  if (hasId({ path } as Endpoint) && id === '') throw new Error(`The matrix has no id for ${path}`);
  return id;
}

const endsSession = ({ path }: Endpoint): boolean => path === logout.path || path === signOutEverywhere.path;

/** Invalid requests are refused before the owner of a record is known, so these bodies are valid. */
const bodies: Readonly<Record<string, string>> = {
  [renameConnection.path]: '{"name":"Only for us"}',
  [answerDuplicate.path]: '{"decision":"different"}',
  [answerDuplicates.path]: '{"phone":"5125550143","decision":"different"}',
};
const bodyFor = ({ method, path }: Endpoint): string => (method === 'DELETE' ? '{}' : (bodies[path] ?? '{}'));

/** Calls as a user or a visitor; calls that end sessions get their own session. */
async function attempt(endpoint: Endpoint, who: TestPerson | null): Promise<Attempt> {
  const sent = {
    params: { id: idFor(endpoint), kind: 'contact', sourceId: 'none', check, operationId },
    body: bodyFor(endpoint),
  };
  if (who === null) return ask(endpoint, { cookie: '', ...sent });
  const answer = await ask(endpoint, { cookie: who.session.cookie(), ...sent });
  if (endsSession(endpoint)) await who.session.signIn(who.email, who.password);
  return answer;
}

const open = publicEndpoints.filter(({ access }) => access === 'public');
const guarded = publicEndpoints.filter(({ access }) => access !== 'public');
const forAdministrators = guarded.filter(({ access }) => access === 'administrator');
/** Deleting calls run after reading calls. */
const forUsers = guarded
  .filter(({ access }) => access === 'signed-in')
  .toSorted((one, other) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'));

/** The statuses for a caller with access: the empty body may be valid or not. */
const admitted = (endpoint: Endpoint): readonly number[] => {
  if (endpoint.method === 'GET') return [200];
  // The owner's run has no possible duplicates to decide on.
  const missing = endpoint === answerDuplicate ? [404] : [];
  return [endpoint.status, 400, 409, ...missing];
};

describe('Every route, asked by every kind of caller', () => {
  test.each(named(open))('Anybody may ask %s', async (_, endpoint) => {
    for (const who of [null, stranger, revoked])
      expect(admitted(endpoint)).toContain((await attempt(endpoint, who)).status);
  });

  test.each(named(guarded))('A visitor gets 401 from %s', async (_, endpoint) => {
    const { status, text } = await attempt(endpoint, null);
    expect([status, JSON.parse(text)]).toEqual([401, expect.objectContaining({ code: 'session.missing' })]);
  });

  const openToRevoked = new Set([getUser.path, confirmAccessRevoked.path]);
  test.each(named(guarded))('A user whose access is revoked learns so from %s', async (_, endpoint) => {
    const { status, text } = await attempt(endpoint, revoked);
    if (openToRevoked.has(endpoint.path)) expect(status).toBe(200);
    else
      expect([status, JSON.parse(text)]).toEqual([
        403,
        expect.objectContaining({
          status: 'access_denied',
          title: 'Access Revoked',
          message: 'Left the firm',
          contact: expect.stringContaining('@') as unknown,
        }),
      ]);
  });

  test.each(named(forAdministrators))('Only administrators may ask %s', async (_, endpoint) => {
    expect((await attempt(endpoint, stranger)).status).toBe(403);
    expect((await attempt(endpoint, colleague)).status).toBe(403);
    const { status, text } = await attempt(endpoint, administrator);
    expect(admitted(endpoint)).toContain(status);
    for (const secret of secrets) expect(text).not.toContain(secret);
  });

  test.each(named(forUsers.filter(hasId)))(
    "To others the owner's things do not exist: %s",
    async (_, endpoint) => {
      expect((await attempt(endpoint, stranger)).status).toBe(404);
    },
  );

  /** What administrators may view in all companies; searches over a company's own records are not included. */
  const isViewed = ({ method, path }: Endpoint) =>
    method === 'GET' && /^\/api\/(connections|migrations|syncs)\//.test(path);
  test.each(named(forUsers.filter((endpoint) => hasId(endpoint) && !isViewed(endpoint))))(
    "To administrators the owner's things do not exist: %s",
    async (_, endpoint) => {
      expect((await attempt(endpoint, administrator)).status).toBe(404);
    },
  );

  test.each(named(forUsers.filter((endpoint) => hasId(endpoint) && isViewed(endpoint))))(
    'An administrator may look at %s, and reads no secret',
    async (_, endpoint) => {
      const { status, text } = await attempt(endpoint, administrator);
      expect(status).toBe(200);
      for (const secret of secrets) expect(text).not.toContain(secret);
    },
  );

  test.each(named(forUsers.filter((endpoint) => !hasId(endpoint))))(
    'Another company gets its own answer from %s, without any data of this company',
    async (_, endpoint) => {
      const { status, text } = await attempt(endpoint, stranger);
      // A list of ids without ids is a bad request even for GET.
      expect([...admitted(endpoint), 400]).toContain(status);
      for (const fact of [...privateFacts, owner.email, colleague.email, ...secrets])
        expect(text).not.toContain(fact);
    },
  );

  test.each(named(forUsers))('A colleague may ask %s, and reads no secret', async (_, endpoint) => {
    const { status, text } = await attempt(endpoint, colleague);
    expect([...admitted(endpoint), 400]).toContain(status);
    for (const secret of secrets) expect(text).not.toContain(secret);
  });
});
