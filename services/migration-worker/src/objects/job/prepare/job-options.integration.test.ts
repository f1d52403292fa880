import { describe, expect, test } from '@jest/globals';
import { company } from '../../../testing/bench-company.ts';
import { JobBench } from '../testing/job-bench.ts';

describe('A migration of jobs looks at the portal before it reads', () => {
  test('When nothing was chosen, then deals go into the default pipeline, and what contacts need is asked for', async () => {
    await using bench = await JobBench.start();
    const options = await bench.prepare(bench.vendors());
    expect(options).toMatchObject({
      stages: { pipeline: 'default', firstStage: 'appointmentscheduled' },
      timeZone: 'US/Central',
      primaryLabel: null,
      contacts: 'the options of contacts',
    });
  });

  test('When the chosen pipeline was deleted, then the run fails with a text', async () => {
    await using bench = await JobBench.start();
    await bench.control.deletePipeline(company.portalId, '10482113');
    const deals = { defaultDealPipeline: '10482113' };
    await expect(bench.prepare(bench.vendors(), { deals })).rejects.toThrow(/pipeline "10482113"/);
  });

  test('When the portal lacks our properties, then the run fails and names them', async () => {
    await using bench = await JobBench.start({ properties: false });
    await expect(bench.prepare(bench.vendors())).rejects.toThrow(
      /lacks the deal properties "AccuLynx job id".*Validate the connection/,
    );
  });

  test('When the token may not read deals, then the run fails and names the permission', async () => {
    const scopes = ['oauth', 'crm.objects.contacts.read', 'crm.objects.contacts.write'];
    await using bench = await JobBench.start({ properties: false, scopes });
    await expect(bench.prepare(bench.vendors())).rejects.toMatchObject({
      refusedBy: 'HubSpot',
      text: expect.stringMatching(/lacks a permission: it needs .*deals.read/),
    });
  });

  test('When the portal has a label for primary contacts, then it is found', async () => {
    await using bench = await JobBench.start();
    const response = await fetch(`${bench.hubspotUrl}/crm/associations/2026-03/deals/contacts/labels`, {
      method: 'POST',
      headers: { authorization: `Bearer ${company.hubspotToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'primary', label: 'Primary Contact' }),
    });
    expect(response.status).toBe(200);
    const { primaryLabel } = await bench.prepare(bench.vendors());
    expect(primaryLabel).toMatchObject({ category: 'USER_DEFINED' });
  });
});
