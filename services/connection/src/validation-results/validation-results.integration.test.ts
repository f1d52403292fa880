import { create } from '@bufbuild/protobuf';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { CredentialVerdict, topics, type ReceivedEvent } from '@ridgeline/events';
import { newId } from '@ridgeline/kit';
import { testDatabase, type TestDatabase } from '@ridgeline/testkit';
import { findConnection } from '../connections/connection-store.postgres.ts';
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
});
