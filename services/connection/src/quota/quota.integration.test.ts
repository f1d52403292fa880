import { describe, expect, test } from '@jest/globals';
import { createConnection, getQuota } from '@ridgeline/contracts';
import { backgroundVendors, vendorGovernor } from '@ridgeline/governed-vendors';
import { createLogger } from '@ridgeline/kit';
import { eventually } from '@ridgeline/testkit';
import { Registry } from '@ridgeline/kit/metrics';
import { apiOfFile, byId } from '../testing/api-of-file.ts';
import { canaries, newConnection, refusalOf } from '../testing/connection-api.ts';

const under = await apiOfFile();

const logger = createLogger({ service: 'connection', level: 'silent' });
const closed = 'http://127.0.0.1:9';

/** Calls that a migration makes with the connection's credentials, to vendors that do not exist. */
async function migrate(): Promise<void> {
  const governor = vendorGovernor({ redis: under.api.redis, logger, metrics: new Registry() });
  const options = { governor, acculynxUrl: closed, hubspotUrl: closed, egressAddress: 'test' };
  const vendors = backgroundVendors(options, 'migration');
  const call = { waiting: AbortSignal.timeout(5_000), calling: AbortSignal.timeout(5_000) };
  await vendors
    .hubspot(canaries.hubspotPat)
    .client.accountDetails(call)
    .catch(() => undefined);
}

const quotaOf = (companyId: string, id: number) => under.api.as(companyId)(getQuota, byId(id));

describe('How the limits of a connection are used', () => {
  test('When a migration calls, then its calls are counted as such; before HubSpot told its day, there is none', async () => {
    const { id } = await under.api.as('acme')(createConnection, { body: newConnection });
    await migrate();
    const quota = await quotaOf('acme', id);
    expect(quota.acculynx).toMatchObject({ limit: 10, windowMs: 1_000, used: 0, waiting: 0 });
    expect(quota.hubspot).toMatchObject({ limit: 100, windowMs: 10_000, used: 1, freesAt: null });
    expect(quota.hubspot.usedBy).toEqual({ people: 0, sync: 0, migration: 1, background: 0 });
    expect(quota.hubspotDay).toBeNull();
  });

  test("When another company leads to the same account, then only totals are shown; another company's connection does not exist", async () => {
    const { id } = await under.api.as('hooli')(createConnection, { body: newConnection });
    const other = await under.api.as('initech')(createConnection, { body: newConnection });
    const [ours, theirs] = [await quotaOf('hooli', id), await quotaOf('initech', other.id)];
    // They share the AccuLynx company; each has a portal of its own.
    expect([ours.acculynx, theirs.acculynx]).toEqual([
      expect.objectContaining({ usedBy: null, waitingBy: null }),
      expect.objectContaining({ usedBy: null, waitingBy: null }),
    ]);
    expect(ours.hubspot.usedBy).not.toBeNull();
    await under.database.asAdmin(`update connections set hubspot_portal_id = '77'`);
    await eventually(async () => expect((await quotaOf('hooli', id)).hubspot.usedBy).toBeNull(), {
      what: 'the answer of the second before to be forgotten',
    });
    expect(await refusalOf(quotaOf('umbrella', id))).toMatchObject({ code: 'connection.not_found' });
  });

  test('When users ask within the same second, then their answer is the same one', async () => {
    const { id } = await under.api.as('globex')(createConnection, { body: newConnection });
    const answers = await Promise.all([quotaOf('globex', id), quotaOf('globex', id)]);
    expect(answers[0]).toEqual(answers[1]);
  });
});
