import { create } from '@bufbuild/protobuf';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { CredentialVerdict, topics, type ReceivedEvent } from '@ridgeline/events';
import { newId } from '@ridgeline/kit';
import { testDatabase, type TestDatabase } from '@ridgeline/testkit/integration';
import { findConnection } from '../connections/connection-store.postgres.ts';
import { publishedChanges } from '../testing/connection-api.ts';
import { applyValidationResult } from './validation-result-consumer.ts';

const { VALID, INVALID, UNKNOWN } = CredentialVerdict;
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase('connection');
}, 60_000);

afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

beforeEach(() =>
  database.asAdmin(
    'truncate connections cascade',
    'truncate outbox',
    `insert into connections (id, company_id, user_id, name, acculynx_key_hint, hubspot_token_hint,
       acculynx_status, hubspot_status)
     overriding system value values (7, 'acme', 1, 'Waco', '', '', 'valid', 'valid')`,
  ),
);

function aResult(
  acculynx: CredentialVerdict,
  hubspot: CredentialVerdict,
  companyId = 'acme',
): ReceivedEvent<typeof topics.validationResult.schema> {
  const { name, schema } = topics.validationResult;
  return {
    topic: name,
    key: '7',
    value: create(schema, { connectionId: 7, companyId, acculynx, hubspot }),
    envelope: { id: newId(), type: schema.typeName, time: new Date().toISOString(), companyId },
  };
}

const statuses = async () => {
  const connection = await database.db.forCompany('acme', (tx) => findConnection(tx, 'acme', 7));
  return [connection?.acculynxStatus, connection?.hubspotStatus];
};

describe('Results of later checks', () => {
  test('When a credential is no longer accepted, then its status is invalid and the other one stays', async () => {
    await applyValidationResult(database.db, aResult(VALID, INVALID));

    expect(await statuses()).toEqual(['valid', 'invalid']);
  });

  test('When a vendor could not be asked, then what was known stands', async () => {
    await applyValidationResult(database.db, aResult(INVALID, INVALID));
    await applyValidationResult(database.db, aResult(UNKNOWN, VALID));

    expect(await statuses()).toEqual(['invalid', 'valid']);
  });

  test('When an old event is delivered again, then it changes nothing', async () => {
    const old = aResult(INVALID, INVALID);
    await applyValidationResult(database.db, old);
    await applyValidationResult(database.db, aResult(VALID, VALID));
    await applyValidationResult(database.db, old);

    expect(await statuses()).toEqual(['valid', 'valid']);
  });

  test("When an event names another company, then this company's connection is untouched and the event is dead", async () => {
    expect(await applyValidationResult(database.db, aResult(INVALID, INVALID, 'umbrella'))).toMatchObject({
      verdict: 'dead',
      kind: 'unknown',
    });

    expect(await statuses()).toEqual(['valid', 'valid']);
  });

  test('When the connection has been deleted, then the event is ignored', async () => {
    await database.asAdmin('delete from connections');
    expect(await applyValidationResult(database.db, aResult(INVALID, INVALID))).toEqual({ verdict: 'done' });
  });

  test('Then the reason and the time are stored too, and a changed status is pushed to open pages, once', async () => {
    const result = aResult(VALID, INVALID);
    result.value.hubspotReason = 'HubSpot refused the token (HTTP 401)';
    await applyValidationResult(database.db, result);
    await applyValidationResult(database.db, { ...aResult(VALID, INVALID), value: result.value });

    expect(await database.db.forCompany('acme', (tx) => findConnection(tx, 'acme', 7))).toMatchObject({
      acculynxReason: null,
      hubspotReason: 'HubSpot refused the token (HTTP 401)',
      lastCheckedAt: expect.any(String),
    });
    expect(await publishedChanges(database.db)).toMatchObject([
      { connectionId: 7, companyId: 'acme', revision: 2, deleted: false },
    ]);
  });

  test('When a result says that it comes from tomorrow, then it does not shut out those of today', async () => {
    const early = aResult(INVALID, INVALID);
    const envelope = { ...early.envelope, time: new Date(Date.now() + 86_400_000).toISOString() };
    await applyValidationResult(database.db, { ...early, envelope });
    await applyValidationResult(database.db, aResult(VALID, VALID));

    expect(await statuses()).toEqual(['valid', 'valid']);
  });

  test('When a result is older than what is known, then what is known stands', async () => {
    const late = aResult(INVALID, INVALID);
    await applyValidationResult(database.db, aResult(VALID, VALID));
    const envelope = { ...late.envelope, time: new Date(Date.now() - 60_000).toISOString() };
    await applyValidationResult(database.db, { ...late, envelope });

    expect(await statuses()).toEqual(['valid', 'valid']);
  });
});
