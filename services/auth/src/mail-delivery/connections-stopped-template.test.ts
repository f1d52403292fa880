import { describe, expect, test } from '@jest/globals';
import type { StoppedPart } from '../alerts/digest-store.postgres.ts';
import { connectionsStoppedTemplate } from './connections-stopped-template.ts';
import { renderEmail } from './render-email.ts';

const at = new Date('2026-11-28T09:30:00Z');
const hubspot: StoppedPart = {
  connectionId: 7,
  connectionName: 'Main Office 2',
  part: 'hubspot',
  reason: 'HubSpot refused the token (HTTP 401)',
  syncsContacts: true,
  syncsJobs: true,
  hasOpenMigrations: false,
  failedMigration: false,
  at,
};
const mailOf = (parts: readonly StoppedPart[], connections = 1) =>
  renderEmail(
    connectionsStoppedTemplate({
      email: 'ann@example.com',
      parts,
      connections,
      linkTo: (id) => `https://ridgeline.example/connections${id === null ? '' : `/${id}`}`,
    }),
  );

describe('The mail about what has stopped working', () => {
  test('says which connection, which side, why, what is stopped, and where to go', () => {
    const { subject, text } = mailOf([hubspot]);
    expect(subject).toBe('A Ridgeline connection has stopped working');
    expect(text).toContain(
      'HubSpot no longer accepts the token of the connection "Main Office 2", as of 28 November 2026 at 09:30 UTC: HubSpot refused the token (HTTP 401). New contacts and jobs are not synced until this is fixed.',
    );
    expect(text).toContain('Open the connection:\nhttps://ridgeline.example/connections/7');
  });

  test.each([
    [{ syncsContacts: false }, 'New jobs are not synced'],
    [{ hasOpenMigrations: true }, 'Migrations of it that run or wait cannot go on.'],
    [{ failedMigration: true }, 'A migration of it has failed; start it again afterwards.'],
    [{ part: 'acculynx' }, 'AccuLynx no longer accepts the API key of the connection "Main Office 2"'],
    [{ part: 'webhook' }, 'AccuLynx no longer sends events for the connection "Main Office 2"'],
    [{ reason: 'It is gone.' }, 'UTC: It is gone. New'],
    [{ reason: '' }, 'UTC. New'],
  ] as const)('%j: %s', (changes, said) => {
    expect(mailOf([{ ...hubspot, ...changes }]).text).toContain(said);
  });

  test('about both sides of one connection is about one connection', () => {
    const { subject, text } = mailOf([hubspot, { ...hubspot, part: 'acculynx' }]);
    expect(subject).toBe('A Ridgeline connection has stopped working');
    expect(text.match(/https:/g)).toHaveLength(1);
  });

  test('about many lists each with its page, and says how many more there are', () => {
    const { subject, text } = mailOf([hubspot, { ...hubspot, connectionId: 8 }], 1_000);
    expect(subject).toBe('1000 Ridgeline connections have stopped working');
    expect(text).toContain('https://ridgeline.example/connections/8');
    expect(text).toContain('So have 998 more');
    expect(text).toContain('Open the connections:\nhttps://ridgeline.example/connections\n');
  });

  test.each([
    'Win at evil.example',
    'https://evil.example',
    'evil@example.com',
    'evil\uff0eexample',
    'evil\uff0fpath',
    'evil ‮nnА',
  ])('A name that could be a link is left out: %s', (connectionName) => {
    const { text, html } = mailOf([{ ...hubspot, connectionName }]);
    expect(text + html).not.toContain('evil');
    expect(text).toContain('the connection #7');
  });

  test('Markup in a name stays text, and a long name is cut', () => {
    expect(mailOf([{ ...hubspot, connectionName: 'A <b> & "C"' }]).html).toContain('A &lt;b&gt; &amp;');
    expect(mailOf([{ ...hubspot, connectionName: 'ab'.repeat(50) }]).text).toContain(`"${'ab'.repeat(30)}…"`);
  });
});
