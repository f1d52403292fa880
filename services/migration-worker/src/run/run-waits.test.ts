import { afterAll, afterEach, describe, expect, jest, test } from '@jest/globals';
import { contactProperties } from '@ridgeline/contracts';
import { ungoverned } from '@ridgeline/governed-vendors/testing';
import { eventually } from '@ridgeline/testkit/eventually';
import { fakeHubspot } from '../hubspot-io/testing/fake-hubspot.ts';
import { leaseClock } from '../lease/lease.ts';
import { contactPortal } from '../objects/contact/testing/contact-portal.ts';
import { fakeAcculynx } from '../vendors/testing/fake-acculynx.ts';
import { countingReason, limitReason, type WaitReason } from '../waiting/wait-tracker.ts';
import { aRun, page } from './testing/a-migration-run.ts';

test('When a run waits for a vendor until a known time, then its heartbeats say until when', async () => {
  const reason = { ...limitReason('HubSpot'), tellAfterMs: 0 };
  const told = () =>
    reports().flatMap(({ case: kind, value }) =>
      kind === 'progress' && value.waitingFor === reason.text ? [value.waitingUntil] : [],
    );
  const { run, target, reports } = aRun({
    parts: {
      heartbeatMs: 5,
      openVendors: ({ waits }) => {
        target.before = async () => {
          target.before = () => Promise.resolve();
          const waiting = waits.begin(reason);
          waiting.because(reason, 60_000);
          await eventually(() => expect(told().length).toBeGreaterThan(0), {
            within: 5_000,
            what: 'a heartbeat',
          });
          waiting.end();
        };
        return {
          acculynx: () => ungoverned(fakeAcculynx(page)),
          hubspot: () => ungoverned(fakeHubspot(target, contactProperties)),
        };
      },
    },
  });
  const begun = Date.now();
  await run();
  const end = Date.parse(told()[0] ?? '');
  expect(end).toBeGreaterThan(begun + 50_000);
  expect(end).toBeLessThanOrEqual(Date.now() + 60_000);
});

describe('A run that waits too long for a vendor gives its slot away', () => {
  const real = performance.now.bind(performance);
  const clock = jest.spyOn(performance, 'now');
  afterEach(() => {
    clock.mockReset();
  });
  afterAll(() => {
    clock.mockRestore();
  });

  /** A run whose look-ups wait for 40 seconds by the clock, for `reason`, until it is stopped. */
  async function waitFor(reason: WaitReason, comesOn: 'nothing' | 'HubSpot' | 'counting') {
    let passed = 0;
    clock.mockImplementation(() => real() + passed);
    let begun = false;
    let beats = 0;
    let published = 0;
    const target = contactPortal();
    const { run, lease } = aRun({
      parts: {
        heartbeatMs: 5,
        // A third heartbeat after the start of the wait would find the run already stopped.
        publisher: {
          publish: () => {
            published += 1;
            if (begun) beats += 1;
            if (beats === 3) lease.stop('shutdown');
            return Promise.resolve();
          },
        },
        openVendors: ({ waits }) => {
          target.before = async () => {
            if (!begun) {
              lease.renewed(leaseClock(), 'held', 2);
              const before = published;
              // The first one may have begun earlier.
              await eventually(() => expect(published).toBeGreaterThan(before + 1), {
                within: 5_000,
                what: 'a heartbeat',
              });
              waits.begin(reason);
              passed = 40_000;
              if (comesOn === 'HubSpot') waits.cameOn('HubSpot');
              if (comesOn === 'counting') lease.renewed(leaseClock(), 'held', 1);
              begun = true;
            }
            await new Promise((resolve) => lease.stopping.addEventListener('abort', resolve));
            lease.stopping.throwIfAborted();
          };
          return {
            acculynx: () => ungoverned(fakeAcculynx(page)),
            hubspot: () => ungoverned(fakeHubspot(target, contactProperties)),
          };
        },
      },
    });
    return { exit: await run(), reason: lease.stopReason };
  }

  test('When HubSpot lets nothing happen for 30 seconds, then the run is handed back for later', async () => {
    expect(await waitFor(limitReason('HubSpot'), 'nothing')).toEqual({
      exit: { exit: 'handed-back', wait: { ms: 15_000, reason: "Waiting for HubSpot's limit" } },
      reason: 'waiting',
    });
  });

  test.each([
    ['it is our own counting', countingReason, 'nothing'],
    ['something came on during the wait', limitReason('HubSpot'), 'HubSpot'],
    ['results were counted during the wait', limitReason('HubSpot'), 'counting'],
  ] as const)('When %s, then it continues', async (_, reason, comesOn) => {
    expect(await waitFor(reason, comesOn)).toEqual({ exit: { exit: 'handed-back' }, reason: 'shutdown' });
  });
});
