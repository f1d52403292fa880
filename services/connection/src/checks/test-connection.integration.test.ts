import { describe, expect, test } from '@jest/globals';
import { createConnection, testConnection } from '@ridgeline/contracts';
import { Outcome } from '@ridgeline/events';
import { away } from '../testing/acculynx-fake.ts';
import { apiOfFile, byId } from '../testing/api-of-file.ts';
import {
  publishedChanges,
  sentAuditEvents,
  newConnection,
  refusalOf,
  synced,
} from '../testing/connection-api.ts';
import { allValid } from '../testing/services-fake.ts';

const under = await apiOfFile();
const acme = () => under.api.as('acme');
const webhookOf = ({ checks }: { checks: { check: string; result: string; text: string }[] }) =>
  checks.find(({ check }) => check === 'webhook');

describe('Testing a connection', () => {
  test('When a user tests one, then the audit trail names it, and says which checks did not pass', async () => {
    const { id } = await acme()(createConnection, { body: newConnection });
    await acme()(testConnection, byId(id));
    await refusalOf(under.api.as('umbrella')(testConnection, byId(id)));
    const tested = (await sentAuditEvents(under.database.db)).filter(
      ({ action }) => action === 'connection-tested',
    );
    expect(tested).toMatchObject([
      { companyId: 'acme', outcome: Outcome.DONE, detail: `"Waco" (#${id}): all passed` },
    ]);
  });

  test('When a credential is rejected by now, then its status and reason are stored and returned', async () => {
    const { id } = await acme()(createConnection, { body: newConnection });
    const reason = 'HubSpot refused the token (HTTP 401)';
    under.api.services.tested = { ...allValid, hubspot: { verdict: 'invalid', reason } };
    const tested = await acme()(testConnection, byId(id));

    expect(tested.connection).toMatchObject({
      id,
      acculynxStatus: 'valid',
      hubspotStatus: 'invalid',
      hubspotReason: reason,
      version: 1,
    });
    expect(tested.checks).toEqual([
      ...allValid.checks,
      { check: 'webhook', result: 'passed', text: 'Auto-sync is off: no webhook is needed' },
    ]);
    expect((await publishedChanges(under.database.db)).map(({ revision }) => revision)).toEqual([2, 3]);
  });

  test('When a vendor cannot be asked, then what is known stands', async () => {
    const { id } = await acme()(createConnection, { body: newConnection });
    const unknown = { verdict: 'unknown', reason: 'HubSpot could not be reached' } as const;
    under.api.services.tested = { ...allValid, hubspot: unknown };

    expect((await acme()(testConnection, byId(id))).connection.hubspotStatus).toBe('valid');
  });

  test('The state of the subscription is among the checks', async () => {
    const { id } = await acme()(createConnection, { body: synced });
    expect(webhookOf(await acme()(testConnection, byId(id)))).toMatchObject({ result: 'passed' });
    under.api.acculynx.faults.read = away;
    expect(webhookOf(await acme()(testConnection, byId(id)))).toMatchObject({ result: 'warning' });
    Reflect.deleteProperty(under.api.acculynx.faults, 'read');
    under.api.acculynx.subscriptions.clear();
    const tested = await acme()(testConnection, byId(id));
    expect(webhookOf(tested)).toMatchObject({ result: 'failed' });
    expect(tested.connection.webhookStatus).toBe('error');
  });

  test('When too many were tried, then it says for how long to wait; a strange connection does not exist', async () => {
    const { id } = await acme()(createConnection, { body: newConnection });
    under.api.services.refusal = { code: 'request.too_many', options: { retryAfterSeconds: 7 } };
    expect(await refusalOf(acme()(testConnection, byId(id)))).toMatchObject({
      code: 'request.too_many',
      retryAfterSeconds: 7,
    });
    expect(await refusalOf(under.api.as('umbrella')(testConnection, byId(id)))).toMatchObject({
      status: 404,
    });
  });
});
