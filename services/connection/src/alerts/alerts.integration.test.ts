import { create } from '@bufbuild/protobuf';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  ConnectionPart,
  CredentialVerdict,
  decodeValue,
  topics,
  Vendor,
  type ReceivedEvent,
} from '@ridgeline/events';
import { createLogger, createServiceClient, newId } from '@ridgeline/kit';
import { testDatabase, type TestDatabase } from '@ridgeline/testkit/integration';
import { setCredentialStatuses, setWebhookStatus } from '../connections/status-store.postgres.ts';
import { servicesFake, startServicesFake } from '../testing/services-fake.ts';
import { applyValidationResult } from '../validation-results/validation-result-consumer.ts';
import { rememberRunRefusal } from './run-refusal-consumer.ts';
import { tellStoppedOnce, type AlertParts } from './alert-publisher.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const identityKey = 'a-key-that-only-these-tests-know-of';
const services = servicesFake();
const resources = new AsyncDisposableStack();
const key = { companyId: 'acme', connectionId: 7 };
let database: TestDatabase;
let parts: AlertParts;

beforeAll(async () => {
  database = resources.use(await testDatabase('connection'));
  const { orchestrator } = resources.use(await startServicesFake(services, { logger, identityKey }));
  parts = { db: database.db, orchestrator, logger };
}, 60_000);

afterAll(() => Promise.resolve(resources.disposeAsync()));

beforeEach(async () => {
  services.reset();
  await database.asAdmin(
    'truncate connections cascade',
    'truncate outbox, inbox',
    `insert into connections (id, company_id, user_id, name, acculynx_key_hint, hubspot_token_hint,
       acculynx_status, hubspot_status, webhook_status, acculynx_subscription_id)
     overriding system value values (7, 'acme', 1, 'Waco', '', '', 'valid', 'valid', 'active', 'sub-1')`,
  );
});

const syncs = () => database.asAdmin('update connections set auto_sync_new_jobs = true');
const graceIsOver = () => database.asAdmin(`update stop_notes set due_at = now() - interval '1 second'`);

type Status = 'valid' | 'invalid';
/** Stores a check's findings for both credentials. */
const found = (acculynx: Status, hubspot: Status) => {
  const finding = (status: Status) => ({ status, reason: status === 'valid' ? null : 'refused (HTTP 401)' });
  const findings = { acculynx: finding(acculynx), hubspot: finding(hubspot), checkedAt: new Date() };
  return database.db.forCompany('acme', (tx) => setCredentialStatuses(tx, key, findings));
};
const lookedAt = (status: 'active' | 'warning' | 'error' | 'invalid') =>
  database.db.forCompany('acme', (tx) =>
    setWebhookStatus(tx, { ...key, subscriptionId: 'sub-1' }, { status, reason: null }),
  );
const refused = (vendor: Vendor, companyId = 'acme') => {
  const { name, schema } = topics.connectionRefusal;
  return rememberRunRefusal(database.db, {
    topic: name,
    key: '7',
    value: create(schema, { connectionId: 7, companyId, vendor }),
    envelope: { id: newId(), type: schema.typeName, time: new Date().toISOString(), companyId },
  });
};

const waiting = async () => {
  const rows = await database.db.forSystem((tx) =>
    tx.query<{ value: Uint8Array }>('select value from outbox where topic = $1 order by id', [
      topics.connectionAlert.name,
    ]),
  );
  return rows.map(({ value }) => decodeValue(topics.connectionAlert, value));
};
/** The alerts published after the grace period. */
const told = async (using: Partial<AlertParts> = {}) => {
  await graceIsOver();
  await tellStoppedOnce({ ...parts, ...using }, new AbortController().signal);
  return waiting();
};

describe('When a credential is no longer accepted', () => {
  test('and auto-sync is on, then one alert says what is stopped, however often it is checked', async () => {
    await syncs();
    const { name, schema } = topics.validationResult;
    const result: ReceivedEvent<typeof schema> = {
      topic: name,
      key: '7',
      value: create(schema, {
        ...key,
        acculynx: CredentialVerdict.VALID,
        hubspot: CredentialVerdict.INVALID,
        hubspotReason: 'HubSpot refused the token (HTTP 401)',
      }),
      envelope: { id: newId(), type: schema.typeName, time: new Date().toISOString(), companyId: 'acme' },
    };
    await applyValidationResult(database.db, result);
    const again = { ...result.envelope, id: newId(), time: new Date().toISOString() };
    await applyValidationResult(database.db, { ...result, envelope: again });
    expect(await told()).toMatchObject([
      {
        connectionId: 7,
        companyId: 'acme',
        connectionName: 'Waco',
        part: ConnectionPart.HUBSPOT,
        reason: 'HubSpot refused the token (HTTP 401)',
        syncsContacts: false,
        syncsJobs: true,
        hasOpenMigrations: false,
        failedMigration: false,
      },
    ]);
    await found('valid', 'invalid');
    expect(await told()).toHaveLength(1);
  });

  test('then no alert is published before the grace period ends, nor when it is accepted again by then', async () => {
    await syncs();
    await found('invalid', 'valid');
    await tellStoppedOnce(parts, new AbortController().signal);
    expect(await waiting()).toEqual([]);
    await found('valid', 'valid');
    expect(await told()).toEqual([]);
    await found('invalid', 'valid');
    expect(await told()).toHaveLength(1);
  });

  test('and nothing depends on it, then no alert is published; a running or queued migration does depend on it', async () => {
    await found('invalid', 'valid');
    expect(await told()).toEqual([]);
    await found('valid', 'valid');
    services.openMigrations = 1;
    await found('invalid', 'valid');
    expect(await told()).toMatchObject([{ part: ConnectionPart.ACCULYNX, hasOpenMigrations: true }]);
  });

  test('and a run was refused by it and failed, then an alert is published; for the other vendor none is', async () => {
    expect(await refused(Vendor.HUBSPOT)).toEqual({ verdict: 'done' });
    await found('invalid', 'valid');
    expect(await told()).toEqual([]);
    await found('valid', 'invalid');
    expect(await told()).toMatchObject([{ part: ConnectionPart.HUBSPOT, failedMigration: true }]);
  });

  test('and a run was refused long ago, then that run no longer depends on it', async () => {
    await refused(Vendor.HUBSPOT);
    await database.asAdmin(`update run_refusals set refused_at = now() - interval '61 minutes'`);
    await found('valid', 'invalid');
    expect(await told()).toEqual([]);
  });

  test('and the orchestrator is unavailable, then the alert is published when it is back', async () => {
    services.openMigrations = 1;
    await found('valid', 'invalid');
    const away = createServiceClient({
      baseUrl: 'http://127.0.0.1:9',
      service: 'connection',
      audience: 'orchestrator',
      identityKey,
    });
    expect(await told({ orchestrator: away })).toEqual([]);
    expect(await told()).toHaveLength(1);
  });

  test('and two processes look, then one alert is published', async () => {
    await syncs();
    await found('invalid', 'invalid');
    await graceIsOver();
    const { signal } = new AbortController();
    await Promise.all([tellStoppedOnce(parts, signal), tellStoppedOnce(parts, signal)]);
    expect(await waiting()).toHaveLength(2);
  });

  test('and a process is so slow that the note comes up again, then the other one tells it, once', async () => {
    await syncs();
    await found('invalid', 'valid');
    const slow: AlertParts['orchestrator'] = async (endpoint, input, options) => {
      await told();
      return parts.orchestrator(endpoint, input, options);
    };
    expect(await told({ orchestrator: slow })).toHaveLength(1);
  });

  test('and the connection is deleted, then no alert is published', async () => {
    await syncs();
    await found('invalid', 'invalid');
    await database.asAdmin('delete from connections');
    expect(await told()).toEqual([]);
  });

  test('and the connection moves to another company, then that one is notified', async () => {
    await syncs();
    await refused(Vendor.HUBSPOT);
    await found('valid', 'invalid');
    await database.asAdmin(`update connections set company_id = 'umbrella'`);
    expect(await told()).toMatchObject([{ connectionId: 7, companyId: 'umbrella' }]);
  });
});

describe('When the subscription stops working', () => {
  test.each(['error', 'invalid'] as const)(
    'and auto-sync is on, then one alert is published (%s)',
    async (status) => {
      await syncs();
      await lookedAt('warning');
      expect(await told()).toEqual([]);
      await lookedAt(status);
      await lookedAt(status);
      expect(await told()).toMatchObject([{ part: ConnectionPart.WEBHOOK, syncsJobs: true }]);
      await lookedAt(status === 'error' ? 'invalid' : 'error');
      expect(await told()).toHaveLength(1);
    },
  );

  test('by the key that AccuLynx refuses, then only the key is reported', async () => {
    await syncs();
    await lookedAt('invalid');
    await found('invalid', 'valid');
    expect(await told()).toMatchObject([{ part: ConnectionPart.ACCULYNX }]);
  });

  test('and auto-sync is off, then no migration needs it', async () => {
    services.openMigrations = 1;
    await lookedAt('error');
    expect(await told()).toEqual([]);
  });
});

test("A refusal of another company's connection is dead, one of a deleted connection is done with", async () => {
  expect(await refused(Vendor.HUBSPOT, 'umbrella')).toMatchObject({ verdict: 'dead', kind: 'unknown' });
  expect(await refused(Vendor.UNSPECIFIED)).toMatchObject({ verdict: 'dead', kind: 'value' });
  await database.asAdmin('delete from connections');
  expect(await refused(Vendor.HUBSPOT)).toEqual({ verdict: 'done' });
});
