import { describe, expect, test } from '@jest/globals';
import { hubspotDeals } from '@ridgeline/contracts';
import type { HubspotClient, HubspotOutcome } from '@ridgeline/hubspot';
import { settling } from '../vendors/testing/settling.ts';
import { pathOf } from './portal-objects.ts';

const parcels = { name: 'parcels', typeId: null } as const;
const { signal } = new AbortController();

type Answer = HubspotOutcome<ReadonlyMap<string, string>>;

/** A portal that answers queries for its custom objects with these answers, repeating the last one. */
function portal(...answers: readonly Answer[]) {
  const asked: Answer[] = [];
  const customObjects: HubspotClient['customObjects'] = () => {
    const answer = answers[asked.length] ?? answers.at(-1) ?? ok();
    asked.push(answer);
    return Promise.resolve(answer);
  };
  return { asked, hubspot: settling({ customObjects } as HubspotClient) };
}

const ok = (...objects: readonly (readonly [string, string])[]): Answer => ({
  outcome: 'ok',
  value: new Map(objects),
});

describe('How paths name an object in a portal', () => {
  test("When it is one of HubSpot's own, then by its name, and nothing is asked", async () => {
    const { asked, hubspot } = portal(ok());
    expect(await pathOf(hubspot, hubspotDeals, signal)).toBe('deals');
    expect(asked).toEqual([]);
  });

  test('When it is a custom object, then by the type id of the portal, which is asked once for all', async () => {
    const { asked, hubspot } = portal(ok(['pets', '2-1'], ['parcels', '2-4711']));
    const both = await Promise.all([pathOf(hubspot, parcels, signal), pathOf(hubspot, parcels, signal)]);
    expect([...both, await pathOf(hubspot, parcels, signal)]).toEqual(['2-4711', '2-4711', '2-4711']);
    expect(asked).toHaveLength(1);
  });

  test('When the portal does not have it, then the run fails, and says what to do', async () => {
    const { hubspot } = portal(ok(['pets', '2-1']));
    await expect(pathOf(hubspot, parcels, signal)).rejects.toMatchObject({
      name: 'RunFailed',
      text: expect.stringMatching(
        /^HubSpot has no custom object "parcels" in this portal\. Define it .*Enterprise/,
      ),
    });
  });

  test('When a question fails, then the next one is asked again', async () => {
    const { hubspot } = portal({ outcome: 'refused', status: 403, scopes: [] }, ok(['parcels', '2-4711']));
    await expect(pathOf(hubspot, parcels, signal)).rejects.toThrow();
    expect(await pathOf(hubspot, parcels, signal)).toBe('2-4711');
  });
});
