import { describe, expect, test } from '@jest/globals';
import {
  createConnection,
  getConnection,
  updateConnection,
  type ConnectionChange,
} from '@ridgeline/contracts';
import { getSyncedConnection } from '@ridgeline/contracts/internal';
import { apiOfFile, byId } from '../testing/api-of-file.ts';
import { sentAuditEvents, synced } from '../testing/connection-api.ts';

const under = await apiOfFile();

describe('Since when auto-sync is on', () => {
  const orchestrator = () => under.api.asService('orchestrator');
  const since = async (id: number) => {
    const answer = await orchestrator()(getSyncedConnection, { ...byId(id), query: { companyId: 'acme' } });
    return answer.autoSyncSince;
  };
  const acme = () => under.api.as('acme');

  test('When a switch is saved as on, then that is the moment of the save, and later saves keep it', async () => {
    const before = Date.now();
    const { id } = await acme()(createConnection, { body: synced });
    const first = await since(id);
    expect(first.jobs).toBeNull();
    expect(Math.abs(Date.parse(first.contacts ?? '') - before)).toBeLessThan(60_000);

    await acme()(updateConnection, { ...byId(id), body: { name: 'Dallas', autoSyncNewContacts: true } });
    expect(await since(id)).toEqual(first);
    await acme()(updateConnection, {
      ...byId(id),
      body: { autoSyncNewContacts: false, autoSyncNewJobs: true },
    });
    const second = await since(id);
    expect(second.contacts).toBeNull();
    expect(Date.parse(second.jobs ?? '')).toBeGreaterThan(Date.parse(first.contacts ?? ''));
  });

  test('When a switch is on again, then the choice is stored with it, by default to catch up, and the audit trail names it', async () => {
    const { id } = await acme()(createConnection, { body: synced });
    const change = (body: ConnectionChange) => acme()(updateConnection, { ...byId(id), body });
    const resume = async () => {
      const query = { companyId: 'acme' };
      return (await orchestrator()(getSyncedConnection, { ...byId(id), query })).autoSyncResume;
    };
    expect(await resume()).toEqual({ contacts: null, jobs: null });
    const off = await change({ autoSyncNewContacts: false, resumeContacts: 'from_now' });
    expect(off.autoSyncJobsOffSince).toBeNull();
    const since = off.autoSyncContactsOffSince ?? '';
    expect(Math.abs(Date.parse(since) - Date.now())).toBeLessThan(60_000);
    const on = await change({ autoSyncNewContacts: true, autoSyncNewJobs: true, resumeJobs: 'from_now' });
    expect(on.autoSyncContactsOffSince).toBeNull();
    // Jobs are on for the first time.
    expect(await resume()).toEqual({ contacts: 'catch_up', jobs: null });
    await change({ name: 'Dallas', resumeContacts: 'from_now' });
    expect(await resume()).toEqual({ contacts: 'catch_up', jobs: null });
    await change({ autoSyncNewContacts: false });
    expect(await resume()).toEqual({ contacts: null, jobs: null });
    await change({ autoSyncNewContacts: true, resumeContacts: 'from_now' });
    expect(await resume()).toEqual({ contacts: 'from_now', jobs: null });

    const changes = (await sentAuditEvents(under.database.db)).slice(-5);
    expect(changes.map(({ detail }) => detail)).toEqual([
      `"Waco" (#${String(id)}): sync of contacts`,
      `"Waco" (#${String(id)}): sync of contacts (catching up since ${since}), sync of jobs`,
      `"Dallas" (#${String(id)}): name`,
      `"Dallas" (#${String(id)}): sync of contacts`,
      `"Dallas" (#${String(id)}): sync of contacts (from now on)`,
    ]);
  });

  test('When a connection is copied, then the copy has a moment, an address and a subscription of its own', async () => {
    const { id, acculynxSubscriptionId } = await acme()(createConnection, { body: synced });
    const { acculynxApiKey, hubspotPat } = await acme()(getConnection, byId(id));
    const copy = await acme()(createConnection, {
      body: { ...synced, acculynxApiKey, hubspotPat, sourceConnectionId: id },
    });
    const [ofFirst, ofCopy] = [await since(id), await since(copy.id)];
    expect(Date.parse(ofCopy.contacts ?? '')).toBeGreaterThan(Date.parse(ofFirst.contacts ?? ''));
    expect(copy.acculynxSubscriptionId).not.toBe(acculynxSubscriptionId);
    expect(new Set([...under.api.acculynx.subscriptions.values()].map((each) => each.consumerUrl)).size).toBe(
      2,
    );
  });
});
