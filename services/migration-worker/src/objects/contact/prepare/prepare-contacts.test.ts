import { contactProperties } from '@ridgeline/contracts';
import { type HubspotClient, type HubspotProperty } from '@ridgeline/hubspot';
import { describe, expect, test } from '@jest/globals';
import { settling } from '../../../vendors/testing/settling.ts';
import { prepareContacts } from './prepare-contacts.ts';

const { signal } = new AbortController();

/** Prepares a run that asks a portal for its properties. */
function preparing(listProperties: HubspotClient['listProperties'], options: Record<string, unknown> = {}) {
  const hubspot = settling({ listProperties } as HubspotClient);
  const settings = { options: { includeNoEmailContacts: true, ...options } };
  return prepareContacts({ settings, hubspot, signal });
}

const having =
  (properties: readonly HubspotProperty[]): HubspotClient['listProperties'] =>
  () =>
    Promise.resolve({ outcome: 'ok', value: [...properties] });

describe('A run of contacts looks at the portal before it reads anything', () => {
  test('When the portal has all properties, then the options are what people chose, and nothing else', async () => {
    const prepared = preparing(having(contactProperties), { enumerativeErrorStrategy: 'SET_BLANK' });
    expect(await prepared).toEqual({
      includeNoEmailContacts: true,
      writtenByUs: expect.any(Function),
    });
  });

  test('When it was prepared by a version that wrote fewer, then the run fails and says what to do', async () => {
    const former = contactProperties.filter(({ name }) => !name.startsWith('acculynx_other_'));
    await expect(preparing(having(former))).rejects.toMatchObject({
      name: 'RunFailed',
      text: 'HubSpot lacks the contact properties "AccuLynx other emails", "AccuLynx other phones". Validate the connection\'s HubSpot properties, then start the migration again.',
    });
  });

  test('When HubSpot does not tell, then the run fails with its words', async () => {
    const problem = { status: 403, category: null, message: 'No.' } as never;
    await expect(preparing(() => Promise.resolve({ outcome: 'rejected', problem }))).rejects.toMatchObject({
      text: 'HubSpot did not tell its properties of contacts. It answered 403 (Forbidden): No.',
    });
  });
});
