import { expect, test } from '@jest/globals';
import { ContactBench } from '../../run/testing/contact-bench.ts';
import { company } from '../../testing/bench-company.ts';
import { dealWorld } from '../testing/deal-world.ts';

const { portalId } = company;

test('When people corrected an email in HubSpot, then AccuLynx replaces it, and the log names both; one that only AccuLynx changed has no such entry', async () => {
  await using bench = await ContactBench.start();
  const [a, b] = await bench.usableContacts();
  if (!a || !b) throw new Error('There are too few contacts with addresses of their own');
  const first = await bench.migrate();
  const id = first.outcomes.find(({ sourceId }) => sourceId === a.id)?.hubspotId ?? '';
  await bench.control.changeTarget(portalId, 'contacts', id, { email: 'corrected@example.com' });
  await bench.changeEmail(b.id, 'another@example.com');

  bench.anotherMigration();
  const second = await bench.migrate();
  expect([await bench.emailOf(a.id), await bench.emailOf(b.id)]).toEqual([a.email, 'another@example.com']);
  expect(second.log.filter((line) => line.includes('was entered in HubSpot'))).toEqual([
    expect.stringMatching(
      `: the email address corrected@example.com was entered in HubSpot; ${a.email} from AccuLynx replaces it$`,
    ),
  ]);

  bench.anotherMigration();
  const third = await bench.migrate();
  expect(third.log.filter((line) => line.includes('was entered in HubSpot'))).toEqual([]);
});

test('When a contact is copied with its job, then the email that people corrected is named as well', async () => {
  await using world = await dealWorld();
  await world.migrate();
  const contacts = await world.control.targetContacts(portalId);
  const copied = contacts.find(({ properties }) => properties['email'] && properties['acculynx_contact_id']);
  await world.control.changeTarget(portalId, 'contacts', copied?.id ?? '', {
    email: 'corrected@example.com',
  });

  // Linked contacts are not copied again: this migration knows no links.
  const { orchestrator } = await world.migrate();
  const warnings = orchestrator.stored
    .filter(({ kind }) => kind === 'contact')
    .flatMap(({ records }) => records.flatMap((record) => record.warnings));
  expect(warnings.flatMap(({ replaced }) => replaced ?? [])).toEqual([
    { before: 'corrected@example.com', after: copied?.properties['email'] },
  ]);
});
