import { describe, expect, test } from '@jest/globals';
import type { Histories, HubspotClient, PastValue } from '@ridgeline/hubspot';
import type { HubspotAccess } from '../vendors/run-vendors.ts';
import { settling } from '../vendors/testing/settling.ts';
import { writtenByUs } from './written-by-us.ts';

const by = (sourceType: string, sourceId: string | null): PastValue => ({
  timestamp: '',
  sourceType,
  sourceId,
});
const us = by('INTEGRATION', '77');
const person = by('CRM_UI', 'userId:1');

type History = Readonly<Record<string, readonly PastValue[]>>;

/** A portal whose records all have this history; records how many were requested per call. */
function portalWith(history: History): { readonly hubspot: HubspotAccess; readonly calls: number[] } {
  const calls: number[] = [];
  const client: Pick<HubspotClient, 'readHistories'> = {
    readHistories: (_object, { ids }) => {
      calls.push(ids.length);
      const value: Histories = new Map(ids.map((id) => [id, history]));
      return Promise.resolve({ outcome: 'ok', value });
    },
  };
  return { hubspot: settling(client as HubspotClient), calls };
}

const asking = (hubspot: HubspotAccess) =>
  writtenByUs(hubspot, new AbortController().signal, {
    object: 'deals',
    records: 'deals',
    witnesses: ['our_id', 'our_milestone'],
  });

const isOurs = async (history: History): Promise<boolean> => {
  const ours = await asking(portalWith(history).hubspot)(new Map([['9', new Set(['stage'])]]));
  return ours.get('9')?.has('stage') ?? false;
};

describe('Whose a value is', () => {
  test.each<[what: string, history: History, isOurs: boolean]>([
    ['the app that wrote our id wrote it last', { our_id: [us], stage: [us, person] }, true],
    ['a person wrote it last', { our_id: [us], stage: [person, us] }, false],
    ['a workflow wrote it last', { our_id: [us], stage: [by('AUTOMATION_PLATFORM', '5'), us] }, false],
    ['another app wrote it last', { our_id: [us], stage: [by('INTEGRATION', '78'), us] }, false],
    ['a person wrote it, who typed our id as well', { our_id: [person, us], stage: [person] }, false],
    [
      'it was written with the token before, which wrote our id',
      { our_id: [us], our_milestone: [by('INTEGRATION', '99')], stage: [us] },
      true,
    ],
    [
      'it was written with the newer token',
      { our_id: [us], our_milestone: [by('API', '9')], stage: [by('API', '9')] },
      true,
    ],
    ['HubSpot tells no history of it', { our_id: [us] }, false],
  ])('When %s, then that decides', async (_, history, expected) => {
    expect(await isOurs(history)).toBe(expected);
  });

  test('When many records are asked about, then fifty go with each call, and none costs none', async () => {
    const { hubspot, calls } = portalWith({ our_id: [us], stage: [us] });
    const asked = new Map(Array.from({ length: 120 }, (_, id) => [String(id), new Set(['stage'])] as const));
    expect((await asking(hubspot)(asked)).size).toBe(120);
    expect(calls).toEqual([50, 50, 20]);
    await asking(hubspot)(new Map());
    expect(calls).toHaveLength(3);
  });
});
