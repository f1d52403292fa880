import { describe, expect, test } from '@jest/globals';
import { aConnection } from '../../testing/a-connection.ts';
import { credentialLook, webhookLook } from './status-display.ts';

describe('The status of a credential', () => {
  test("is 'Valid' when it is, and 'Invalid' for anything else", () => {
    const told = (['valid', 'invalid', 'pending'] as const).map(
      (acculynxStatus) => credentialLook(aConnection({ acculynxStatus }), 'AccuLynx').text,
    );
    expect(told).toEqual(['Valid', 'Invalid', 'Invalid']);
  });

  test('tells its own side, the reason and when it was checked', () => {
    const connection = aConnection({ hubspotStatus: 'invalid', hubspotReason: 'The token was revoked.' });
    expect(credentialLook(connection, 'AccuLynx').tone).toBe('success');
    const { tone, reason } = credentialLook(connection, 'HubSpot');
    expect(tone).toBe('error');
    expect(reason).toMatch(/^The token was revoked\. Last checked Jan 2, 2025/);
  });

  test('says when it was never checked', () => {
    const connection = aConnection({ acculynxStatus: 'pending', lastCheckedAt: null });
    expect(credentialLook(connection, 'AccuLynx').reason).toMatch(/Not checked yet\.$/);
  });
});

describe('The status of the webhook', () => {
  test.each([
    ['active', 'Active', 'success'],
    ['warning', 'Warning', 'warning'],
    ['error', 'Error', 'error'],
    ['invalid', 'Invalid', 'error'],
    ['pending', 'Pending', 'active'],
    ['paused', 'Paused', 'neutral'],
    [null, 'Unknown', 'neutral'],
    [undefined, 'Unknown', 'neutral'],
  ])('%s reads as %s', (webhookStatus, text, tone) => {
    expect(webhookLook({ ...aConnection(), webhookStatus })).toMatchObject({ text, tone });
  });

  test('keeps its word and its highlight while auto-sync is off, and says that nothing is awaited', () => {
    const off = { webhookStatus: 'pending', autoSyncNewContacts: false, autoSyncNewJobs: false } as const;
    expect(webhookLook(aConnection(off))).toEqual({
      tone: 'active',
      text: 'Pending',
      reason: 'Auto-sync of new records is off: AccuLynx sends no events.',
    });
    const awaited = webhookLook(aConnection({ ...off, autoSyncNewJobs: true, webhookReason: null }));
    expect(awaited.reason).not.toContain('is off');
  });

  test('tells the reason, and the last event or that there was none', () => {
    const silent = aConnection({ webhookReason: 'AccuLynx switched it off.', lastEventAt: null });
    expect(webhookLook(silent).reason).toBe('AccuLynx switched it off. No event yet.');
    expect(webhookLook(aConnection()).reason).toMatch(/^Last event Jan 2, 2025/);
  });
});
