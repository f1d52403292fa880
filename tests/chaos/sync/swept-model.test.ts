import { describe, expect, test } from '@jest/globals';
import type { SweepFinding, SyncedRecord } from '@ridgeline/contracts';
import type { SourceDelivery, SourceMoment } from '@ridgeline/testkit';
import { sweptProblems, type SweptEvidence } from './swept-model.ts';

/** Seconds of a run: changes from 0, quiet from 100, the last pass until 120, held events from 130. */
const at = (second: number): string => new Date(Date.UTC(2026, 10, 26, 12, 0, second)).toISOString();

const changed = (id: string, ...seconds: readonly number[]): SourceMoment[] =>
  seconds.map((second) => ({ kind: 'contact', id, at: at(second) }));

/** An event whose tries ended at these seconds; each took a second, and the last one was accepted. */
const event = (recordId: string, ...seconds: readonly number[]): SourceDelivery => ({
  topicName: 'contact_changed',
  recordId,
  at: at(0),
  mishaps: [],
  tries: seconds.map((second, place) => ({
    sentAt: at(second - 1),
    at: at(second),
    outcome: place === seconds.length - 1 ? 200 : 'timeout',
  })),
  end: 'accepted',
});

const finding = (
  id: number,
  sourceId: string,
  second: number,
  verdict: SweepFinding['verdict'] = 'open',
) => ({
  id,
  kind: 'contact',
  sourceId,
  name: null,
  verdict,
  foundAt: at(second),
  changedAt: null,
});

const copied = (
  sourceId: string,
  second: number,
  origin: SyncedRecord['origin'] = 'sweep',
): SyncedRecord => ({
  id: second,
  kind: 'contact',
  sourceId,
  hubspotId: '1',
  name: null,
  outcome: 'updated',
  reason: null,
  message: null,
  detail: null,
  field: null,
  origin,
  knownAt: at(second),
  copiedAt: at(second + 3),
  warnings: [],
  changes: [],
});

/**
 * Four changes: lost, followed by another, held until after the last pass, and found during the run with an event much
 * later.
 */
const truth: SweptEvidence = {
  unequal: new Map([
    ['contact lost', 'older'],
    ['contact held', 'absent'],
  ]),
  mayBeBrought: new Set(),
  unseen: new Set(),
  moments: [
    ...changed('lost', 10, 30),
    ...changed('followed', 10, 30),
    ...changed('held', 20),
    ...changed('middle', 20),
  ],
  deliveries: [event('lost', 11), event('followed', 32), event('held', 131), event('middle', 80)],
  quietAt: at(100),
  releasedAt: at(130),
  found: [finding(3, 'lost', 110), finding(2, 'held', 112), finding(1, 'middle', 40, 'late')],
  decided: [
    finding(3, 'lost', 110, 'missed'),
    finding(2, 'held', 112, 'late'),
    finding(1, 'middle', 40, 'late'),
  ],
  status: { missed: 1, late: 2, early: 0 },
  feed: [copied('lost', 110), copied('middle', 40), copied('followed', 32, 'event')],
  cuts: [],
};

/** The truth with other final findings; right after the last pass, the lists are the same except for what was open then. */
const decidedAs = (
  decided: SweptEvidence['decided'],
  found: SweptEvidence['found'] = truth.found,
): SweptEvidence => ({
  ...truth,
  found,
  decided,
  status: {
    missed: decided.filter(({ verdict }) => verdict === 'missed').length,
    late: decided.filter(({ verdict }) => verdict === 'late').length,
    early: decided.filter(({ verdict }) => verdict === 'early').length,
  },
});
const [lost, held, middle] = [
  finding(3, 'lost', 110, 'missed'),
  finding(2, 'held', 112, 'late'),
  finding(1, 'middle', 40, 'late'),
];

describe('What sweeps come to', () => {
  test('When what events missed was found, as missed and late as it was, then nothing is wrong', () => {
    expect(sweptProblems(truth)).toEqual([]);
  });

  test.each<[string, SweptEvidence, string]>([
    [
      'a change was not copied though an event told of it',
      { ...truth, deliveries: [...truth.deliveries, event('lost', 60)] },
      'contact lost was older in HubSpot though an event came after its last change',
    ],
    [
      'the last pass does not find what no event told of',
      decidedAs([held, middle], truth.found.slice(1)),
      'contact lost was older in HubSpot, no event told of it, and the last pass did not find it',
    ],
    [
      'a record differs that never changed',
      { ...truth, unequal: new Map([...truth.unequal, ['contact still', 'absent']]) },
      'contact still was absent in HubSpot though it never changed',
    ],
    [
      'the last pass finds what was equal',
      decidedAs(
        [finding(4, 'followed', 111, 'missed'), lost, held, middle],
        [finding(4, 'followed', 111), ...truth.found],
      ),
      'contact followed was found though it was equal',
    ],
    [
      'a sweep in the middle finds what never changed',
      decidedAs(
        [lost, held, middle, finding(0, 'still', 40, 'missed')],
        [...truth.found, finding(0, 'still', 40)],
      ),
      `contact still was found at ${at(40)} though it never changed before`,
    ],
    [
      'a sweep in the middle finds what an event told of',
      decidedAs(
        [lost, held, middle, finding(0, 'followed', 50, 'missed')],
        [...truth.found, finding(0, 'followed', 50)],
      ),
      `contact followed was found at ${at(50)} though an event had told of it`,
    ],
    [
      'a missed change counts as late',
      decidedAs([{ ...lost, verdict: 'late' }, held, middle]),
      `contact lost, found at ${at(110)}, is late`,
    ],
    [
      'a late change counts as missed',
      decidedAs([lost, { ...held, verdict: 'missed' }, middle]),
      `contact held, found at ${at(112)}, is missed`,
    ],
    [
      'a change counts as early though reads never trail',
      decidedAs([lost, held, { ...middle, verdict: 'early' }]),
      `contact middle, found at ${at(40)}, is early`,
    ],
    ['it is never decided', decidedAs([lost, held, { ...middle, verdict: 'open' }]), 'is open'],
    ['a finding is taken back', decidedAs([lost, held]), `contact middle, found at ${at(40)}, is taken back`],
    [
      'an event that was on its way leaves a finding',
      { ...truth, deliveries: [...truth.deliveries, event('middle', 45)] },
      `contact middle, found at ${at(40)}, is late`,
    ],
    [
      'something is found after the last pass',
      decidedAs([finding(4, 'held', 125, 'late'), lost, held, middle]),
      'contact held was found after the last pass',
    ],
    [
      'what a sweep made due is not among the findings',
      decidedAs([lost, held], truth.found.slice(0, 2)),
      `contact middle was copied because of a sweep at ${at(40)} and is not among the findings`,
    ],
    [
      'the status counts otherwise than the list',
      { ...truth, status: { ...truth.status, missed: 2 } },
      'the status says 2 missed, the list 1',
    ],
  ])('When %s, then it is seen', (_, evidence, problem) => {
    expect(sweptProblems(evidence).join('\n')).toContain(problem);
  });

  test('When the answer to a try was lost, then its event may have come before the change', () => {
    const deliveries = [event('lost', 20, 60), event('held', 131), event('middle', 80)];
    expect(sweptProblems({ ...truth, deliveries })).toEqual([]);
  });

  test('When an event came within half a minute, then what the sweep made due is no finding', () => {
    const on = decidedAs([lost, held], truth.found.slice(0, 2));
    expect(sweptProblems({ ...on, deliveries: [...on.deliveries, event('middle', 50)] })).toEqual([]);
  });

  test('When an event came just before a sweep and a change followed that the page did not show, then the event may have taken the finding back', () => {
    const on = decidedAs([lost, held], truth.found.slice(0, 2));
    const moments = [...on.moments, ...changed('middle', 39)];
    const deliveries = [event('lost', 11), event('held', 131), event('middle', 30)];
    expect(sweptProblems({ ...on, moments, deliveries })).toEqual([]);
  });

  test.each([
    ['for long enough', [14, 38], []],
    ['until after the sweep', [19, 60], []],
    ['for a moment', [20, 24], [expect.stringContaining('middle was copied because of a sweep')]],
  ])(
    'When the way to the list was cut %s, then an event that came half a minute before a sweep counts accordingly',
    (_, [from = 0, until = 0], problems) => {
      const on = decidedAs([lost, held], truth.found.slice(0, 2));
      const cuts = [
        { from: Date.parse(at(1)), until: Date.parse(at(2)) },
        { from: Date.parse(at(from)), until: Date.parse(at(until)) },
      ];
      const moments = [...on.moments, ...changed('middle', 39)];
      const deliveries = [event('lost', 11), event('held', 131), event('middle', 12)];
      expect(sweptProblems({ ...on, moments, deliveries, cuts })).toEqual(problems);
    },
  );

  test('When a job that is found brings a contact, then the contact need not be found', () => {
    const brought = decidedAs([lost, middle], [finding(3, 'lost', 110), middle]);
    expect(sweptProblems({ ...brought, mayBeBrought: new Set(['contact held']) })).toEqual([]);
  });

  test('When a record was read again in the last pass because a value was free, then it need not be found; before it, that is no excuse', () => {
    const read = decidedAs([lost, middle], [finding(3, 'lost', 110), middle]);
    const woken = (second: number) => [...read.feed, copied('held', second, 'freed_value')];
    expect(sweptProblems({ ...read, feed: woken(105) })).toEqual([]);
    expect(sweptProblems({ ...read, feed: woken(90) })).toEqual([
      'contact held was absent in HubSpot, no event told of it, and the last pass did not find it',
    ]);
  });
});
