import { expect, test } from '@jest/globals';
import { unusableReason } from './status-display.ts';

test('When both credentials are valid, then a migration can start', () => {
  expect(unusableReason({ acculynxStatus: 'valid', hubspotStatus: 'valid' })).toBeNull();
});

test('When a system does not accept its credential, then the reason names it; not yet tried counts as invalid', () => {
  expect(unusableReason({ acculynxStatus: 'valid', hubspotStatus: 'invalid' })).toBe(
    'HubSpot does not accept the stored credential.',
  );
  expect(unusableReason({ acculynxStatus: 'pending', hubspotStatus: 'valid' })).toContain('AccuLynx');
  expect(unusableReason({ acculynxStatus: 'invalid', hubspotStatus: 'invalid' })).toContain(
    'AccuLynx and HubSpot',
  );
});
