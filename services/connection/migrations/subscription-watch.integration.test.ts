import { expect, test } from '@jest/globals';
import { formerDatabase } from '@ridgeline/testkit/integration';
import { claimLooks } from '../src/subscriptions/look-store.postgres.ts';
import { claimProofs } from '../src/subscriptions/proof-store.postgres.ts';
import * as step001 from './001-connections.ts';
import * as step002 from './002-messaging.ts';
import * as step003 from './003-outbox.ts';
import * as step004 from './004-dead-outbox.ts';
import * as step005 from './005-deal-settings.ts';
import * as step006 from './006-complete-connections.ts';
import * as step007 from './007-operations.ts';
import * as step008 from './008-alerts.ts';
import * as step009 from './009-hubspot-object-ids.ts';
import * as step010 from './010-intake.ts';
import * as step011 from './011-subscription-watch.ts';

const before = [step001, step002, step003, step004, step005, step006, step007, step008, step009, step010];

test('When a database with subscriptions is upgraded, then they are proved in the course of a day, and the release before still subscribes', async () => {
  await using database = await formerDatabase();
  await database.run(...before);
  await database.asOwner(
    `insert into connections (company_id, user_id, name, acculynx_key_hint, hubspot_token_hint, acculynx_subscription_id)
     select 'acme', 1, 'Waco', '', '', case when n % 2 = 0 then 'subscription-' || n end from generate_series(1, 400) n`,
    `insert into webhook_deliveries (connection_id, event_id, topic, kind, record_id)
     select id, gen_random_uuid(), 'contact_changed', 'contact', 'record' from connections`,
  );
  await database.run(step011);
  const spread = await database.rows(
    `select count(*) filter (where webhook_test_due < now() + interval '2 hours') < 60 as "fewSoon",
       count(*) filter (where webhook_test_due > now() + interval '20 hours') > 5 as "someLate"
     from connections where acculynx_subscription_id is not null`,
  );
  expect(spread).toEqual([{ fewSoon: true, someLate: true }]);
  const looks = await database.db.forSystem((tx) => claimLooks(tx, 1_000));
  expect(looks).toHaveLength(200);
  expect(looks.every(({ isProved }) => !isProved)).toBe(true);

  // Replaces a subscription, and inserts a connection, as the previous release does.
  await database.asOwner(
    `update connections set webhook_proved_at = now(), webhook_test_lost_at = now()`,
    `update connections set acculynx_subscription_id = 'another' where id = 2`,
    `insert into connections (company_id, user_id, name, acculynx_key_hint, hubspot_token_hint, acculynx_subscription_id)
     values ('acme', 1, 'Waco', '', '', 'new')`,
  );
  const replaced = await database.rows(
    `select id from connections
     where webhook_proved_at is null and webhook_test_lost_at is null and webhook_subscribed_at is not null`,
  );
  expect(replaced).toHaveLength(2);
  await database.asOwner(`update connections set webhook_test_due = now() where id = 2`);
  const proofs = await database.db.forSystem((tx) => claimProofs(tx, 1_000));
  expect(proofs.find(({ connectionId }) => connectionId === 2)).toMatchObject({ step: 'send' });
});
