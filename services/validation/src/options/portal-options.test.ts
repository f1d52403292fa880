import { describe, expect, test } from '@jest/globals';
import { ungoverned } from '@ridgeline/governed-vendors/testing';
import type { HubspotOutcome, PropertyDetails, PropertyOption } from '@ridgeline/hubspot';
import { AppError, retryEvery } from '@ridgeline/kit';
import type { Locks } from '@ridgeline/redis';
import { hubspotProblem } from '../properties/testing/portal-fake.ts';
import { portalOptionsText, preparePortalOptions, type OptionClient } from './portal-options.ts';

const options = (...labels: string[]): PropertyOption[] =>
  labels.map((label, displayOrder) => ({ label, value: label, displayOrder, hidden: false }));

const trades: PropertyDetails = {
  name: 'acculynx_trades',
  label: 'AccuLynx trades',
  type: 'enumeration',
  fieldType: 'checkbox',
  groupName: 'acculynx',
  hasUniqueValue: false,
  options: options('Roofing'),
  calculated: false,
  externalOptions: false,
  modificationMetadata: { readOnlyDefinition: false, readOnlyOptions: false },
};

/** A portal that only shows what was written on the second read. */
class OptionsFake implements OptionClient {
  property: PropertyDetails;
  readonly written: (readonly string[])[] = [];
  answer: HubspotOutcome<PropertyDetails> | null = null;
  #next: PropertyDetails | null = null;
  #looks = 0;

  constructor(change: Partial<PropertyDetails> = {}) {
    this.property = { ...trades, ...change };
  }

  listPropertyDetails: OptionClient['listPropertyDetails'] = () =>
    Promise.resolve({ outcome: 'ok', value: [this.property] });

  readProperty: OptionClient['readProperty'] = () => {
    this.#looks += 1;
    if (this.#next && this.#looks > 1) this.property = this.#next;
    return Promise.resolve({ outcome: 'ok', value: this.property });
  };

  updateOptions: OptionClient['updateOptions'] = (_object, _name, all) => {
    this.written.push(all.map(({ label }) => label));
    if (this.answer) return Promise.resolve(this.answer);
    this.#next = { ...this.property, options: [...all] };
    this.#looks = 0;
    return Promise.resolve({ outcome: 'ok', value: this.#next });
  };
}

const looks = { firstMs: 0, policy: { ...retryEvery(1), attempts: 3 } };
const signal = new AbortController().signal;
/** Serialized, like the real ones. */
function oneAtATime(): Locks {
  let last: Promise<unknown> = Promise.resolve();
  return {
    exclusively: (_key, work) => {
      const turn = last.then(() => work(signal));
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}
const prepare = (portal: OptionsFake, labels: readonly string[], locks: Locks = oneAtATime()) =>
  preparePortalOptions(
    { hubspot: ungoverned(portal), locks, portalId: '1', looks },
    new Map([
      ['acculynx_trades', labels],
      ['acculynx_of_no_portal', ['x']],
    ]),
    signal,
  ).then(portalOptionsText);

describe('The options that AccuLynx needs in the portal', () => {
  test('When some are missing, then they are added behind those that are there, whatever their case', async () => {
    const portal = new OptionsFake();
    expect(await prepare(portal, ['roofing', 'Siding', 'Gutters'])).toBe('Added 2 options');
    expect(portal.written).toEqual([['Roofing', 'Siding', 'Gutters']]);
    const untouched: Locks = { exclusively: () => Promise.reject(new Error('The lock is not needed')) };
    expect(await prepare(portal, ['roofing', 'Siding'], untouched)).toBe(
      'Every option that is needed is there',
    );
    expect(portal.written).toHaveLength(1);
  });

  test('When two saves add options at the same time, then those of both are there', async () => {
    const portal = new OptionsFake();
    const locks = oneAtATime();
    await Promise.all([prepare(portal, ['Siding'], locks), prepare(portal, ['Gutters'], locks)]);
    expect(portal.written.at(-1)).toEqual(['Roofing', 'Siding', 'Gutters']);
  });

  test('When the list is full, then the text counts what has no room and nothing fails', async () => {
    const full = new OptionsFake({ options: options(...Array.from({ length: 4_999 }, (_, at) => `t${at}`)) });
    expect(await prepare(full, ['Siding', 'Gutters', 'Windows'])).toBe(
      'Added 1 option. "AccuLynx trades" has no room for 2 more options: HubSpot takes 5,000 in a list, of limited length',
    );
  });

  test('When the list may not be changed, or HubSpot does not accept it, then the text says so and nothing fails', async () => {
    const metadata = { readOnlyDefinition: false, readOnlyOptions: true };
    const fixed = new OptionsFake({ modificationMetadata: metadata });
    expect(await prepare(fixed, ['Siding'])).toBe(
      'No options were added. "AccuLynx trades": HubSpot does not let its options be changed',
    );
    expect(fixed.written).toEqual([]);
    const portal = new OptionsFake();
    portal.answer = { outcome: 'rejected', problem: hubspotProblem('VALIDATION_ERROR') };
    expect(await prepare(portal, ['Siding'])).toContain('HubSpot did not accept the new options');
  });

  test('When a migration holds the list, then the text says so and nothing fails', async () => {
    const held: Locks = { exclusively: () => Promise.reject(new AppError('server.unavailable')) };
    expect(await prepare(new OptionsFake(), ['Siding'], held)).toContain(
      'a migration is changing its options',
    );
  });

  test('When HubSpot never shows the new options, then they still count as added', async () => {
    const portal = new OptionsFake();
    const before = portal.property;
    portal.readProperty = () => Promise.resolve({ outcome: 'ok', value: before });
    expect(await prepare(portal, ['Siding'])).toBe('Added 1 option');
  });

  test('When the token may not change properties, then the scope is reported as missing', async () => {
    const portal = new OptionsFake();
    portal.answer = { outcome: 'refused', status: 403, scopes: [] };
    await expect(prepare(portal, ['Siding'])).rejects.toMatchObject({
      code: 'connection.hubspot_scope_missing',
      text: expect.stringContaining('crm.schemas.deals.write'),
    });
  });
});
