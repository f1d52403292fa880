import { describe, expect, test } from '@jest/globals';
import { hubspotContacts } from '@ridgeline/contracts';
import { problemOf, type AssociationCalls, type HubspotClient } from '@ridgeline/hubspot';
import { RunFailed } from '../base/run-errors.ts';
import { settling } from '../vendors/testing/settling.ts';
import { readTies, tiesInWords, tiesWithout } from './ties.ts';

const signal = new AbortController().signal;

/** HubSpot, where contact 1 has two notes and a deal, and the token may not read tickets. */
function aPortal() {
  const asked: string[] = [];
  const readAssociations: AssociationCalls['readAssociations'] = ({ to }) => {
    asked.push(to);
    if (to === 'tickets') return Promise.reject(new RunFailed('Refused', { refusedBy: 'HubSpot' }));
    if (to === 'calls') return Promise.resolve({ outcome: 'rejected', problem: problemOf(400, {}) });
    const ids = { notes: ['21', '22'], deals: ['31'] }[to] ?? [];
    const associated = ids.map((id) => ({ to: id, types: [] }));
    return Promise.resolve({
      outcome: 'ok',
      value: { results: [{ from: '1', associated, after: null }], problems: [] },
    });
  };
  const hubspot = settling({ readAssociations } as unknown as HubspotClient);
  return { hubspot, asked };
}

describe('What a record is tied to', () => {
  test('When the token may not read an object, or nothing can be associated with it, then the others are returned', async () => {
    const { hubspot, asked } = aPortal();
    const ties = await readTies(hubspot, { object: hubspotContacts, ids: ['1', '2'] }, signal);
    expect(asked).toEqual(['notes', 'calls', 'emails', 'tasks', 'meetings', 'deals', 'tickets']);
    expect([...ties.keys()]).toEqual(['1']);
    expect(tiesInWords(ties.get('1') ?? new Map<string, never>())).toBe('2 notes and 1 deal');
  });

  test('When nothing is asked for, then HubSpot is not asked', async () => {
    const { hubspot, asked } = aPortal();
    await readTies(hubspot, { object: hubspotContacts, ids: [] }, signal);
    expect(asked).toEqual([]);
  });

  test('When some of it is left out, then an object of which nothing is left is no tie', () => {
    const ties = new Map([
      ['notes', ['21', '22']],
      ['deals', ['31']],
    ]);
    const left = tiesWithout(ties, (object, id) => object === 'deals' || id === '21');
    expect([...left]).toEqual([['notes', ['22']]]);
  });
});
