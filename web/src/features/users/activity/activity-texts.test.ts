import { describe, expect, test } from '@jest/globals';
import { actorText, deviceText, partyText } from './activity-texts.ts';

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

describe('Where something was done from', () => {
  test('When the browser and the system are known, then both are named, and not those that they claim to be', () => {
    expect(deviceText(chrome)).toBe('Chrome on Windows');
    expect(deviceText(`${chrome} Edg/131.0`)).toBe('Edge on Windows');
    expect(deviceText(phone)).toBe('Safari on iOS');
  });

  test('When it is something else, then its own words are shown, shortened', () => {
    expect(deviceText('curl/8.5.0')).toBe('curl/8.5.0');
    expect(deviceText('x'.repeat(200))).toHaveLength(32);
    expect(deviceText(null)).toBeNull();
  });
});

describe('Who did it', () => {
  test('When the email is not known, then the number stands for it', () => {
    expect(partyText({ id: 4, email: 'dana@summit.example' })).toBe('dana@summit.example');
    expect(partyText({ id: 4, email: null })).toBe('User #4');
    expect(partyText({ id: null, email: null })).toBeNull();
    expect(partyText(null)).toBeNull();
  });
});

test('When the product subscribed a webhook again automatically, then its line names no user, and does not say that one is unknown', () => {
  const nobody = { id: null, email: null };
  const dana = { id: 4, email: 'dana@summit.example' };
  expect(actorText({ actor: nobody, action: 'connection-subscribed-again' })).toBe('Automatic');
  expect(actorText({ actor: dana, action: 'connection-subscribed-again' })).toBe('dana@summit.example');
  expect(actorText({ actor: nobody, action: 'sign-in' })).toBe('Unknown');
});
