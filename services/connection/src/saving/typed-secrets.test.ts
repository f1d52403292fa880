import { describe, expect, test } from '@jest/globals';
import { AppError } from '@ridgeline/kit';
import { meantSecrets } from './connection-edit.ts';

const stored = { acculynxApiKey: 'stored key', hubspotPat: 'stored token' };
const mask = '••••1a2b';

describe('The credentials that a save means', () => {
  test('What was typed goes before what is stored; a mask and what was left out stand for that', () => {
    expect(meantSecrets({ acculynxApiKey: 'typed key', hubspotPat: mask }, stored)).toEqual({
      acculynxApiKey: 'typed key',
      hubspotPat: 'stored token',
    });
    expect(meantSecrets({}, stored)).toEqual(stored);
  });

  test.each([
    [
      { acculynxApiKey: mask, hubspotPat: mask },
      'connection.acculynx_key_too_short',
      ['acculynxApiKey', 'hubspotPat'],
    ],
    [{ acculynxApiKey: 'typed key', hubspotPat: mask }, 'connection.hubspot_token_too_short', ['hubspotPat']],
  ])(
    'When %j comes and nothing is stored, then each mask is reported, with what to do',
    (typed, code, fields) => {
      const refused = (): AppError => {
        try {
          meantSecrets(typed, null);
        } catch (error) {
          if (error instanceof AppError) return error;
        }
        throw new Error('It was not refused');
      };
      expect(refused()).toMatchObject({ code, text: expect.stringContaining('no connection is named') });
      expect(Object.keys(refused().fields)).toEqual(fields);
    },
  );
});
