import { expect, test } from '@jest/globals';
import { saveStepNames } from '@ridgeline/contracts';
import { aClock } from '../../../testing/a-clock.ts';
import { playSteps, type SaveSteps } from './save-steps.ts';

/** A playback with what it shows: `c` complete, `p` in progress, `e` failed, `.` waiting. */
function aPlayback() {
  const clock = aClock();
  const shown: string[] = [];
  let texts: readonly (string | null)[] = [];
  const letters = { complete: 'c', 'in-progress': 'p', error: 'e', waiting: '.' } as const;
  const playback = playSteps({
    wait: clock.wait,
    onSteps: (steps: SaveSteps) => {
      shown.push(steps.map(({ state }) => letters[state]).join(''));
      texts = steps.map(({ text }) => text);
    },
  });
  return { ...playback, clock, shown, now: () => shown.at(-1), texts: () => texts };
}

test('When all steps are reported together, then each is shown for its second, one after the other', async () => {
  const { clock, begin, done, now } = aPlayback();
  begin('webhook');
  done('webhook');
  await clock.pass(999);
  expect(now()).toBe('p..........');
  await clock.pass(1);
  expect(now()).toBe('cp.........');
  await clock.pass(9000);
  expect(now()).toBe('ccccccccccp');
  await clock.pass(1000);
  expect(now()).toBe('ccccccccccc');
});

test('When a step lasts, then it is shown as long as it does, and those after it wait', async () => {
  const { clock, begin, done, now } = aPlayback();
  begin('webhook');
  await clock.pass(5000);
  expect(now()).toBe('p..........');
  done('acculynx-location');
  await clock.pass(0);
  expect(now()).toBe('cp.........');
});

test('When only the first three may begin, then the fourth does not', async () => {
  const { clock, begin, done, now } = aPlayback();
  begin('hubspot-properties');
  done('hubspot-properties');
  await clock.pass(20_000);
  expect(now()).toBe('ccc........');
});

test('When a step fails, then those before it are shown first, and it for its second, before the save continues', async () => {
  const { clock, begin, fail, now } = aPlayback();
  begin('webhook');
  let ended = false;
  void fail('hubspot-properties').then(() => (ended = true));
  await clock.pass(3000);
  expect(now()).toBe('cce........');
  await clock.pass(999);
  expect(ended).toBe(false);
  await clock.pass(1);
  expect(ended).toBe(true);
});

test('When a step fails that was shown as done, then what was shown in its place has not begun in truth', async () => {
  const { clock, begin, done, fail, now } = aPlayback();
  begin('webhook');
  done('hubspot-properties');
  await clock.pass(3500);
  expect(now()).toBe('cccp.......');
  void fail('acculynx-location');
  await clock.pass(1000);
  expect(now()).toBe('ecc........');
});

test('When no step is to blame, then none is marked, and it ends with the second of the present one', async () => {
  const { clock, begin, fail, now } = aPlayback();
  begin('webhook');
  await clock.pass(400);
  let ended = false;
  void fail(null).then(() => (ended = true));
  await clock.pass(600);
  expect(ended).toBe(true);
  expect(now()).toBe('p..........');
});

test('When a later step is reported as done, then it completes those before, and nothing ever goes back', async () => {
  const { clock, begin, done, shown } = aPlayback();
  begin('webhook');
  done('trade-types');
  done('acculynx-location');
  await clock.pass(30_000);
  expect(shown.at(-1)).toBe('ccccccccp..');
  const rank = (step: string) => '.pc'.indexOf(step);
  for (const [index, steps] of shown.entries())
    for (const at of saveStepNames.keys())
      expect(rank(steps.charAt(at))).toBeGreaterThanOrEqual(rank((shown[index - 1] ?? '').charAt(at)));
});

test('When a report says what a step found, before it is shown as done or after, then it is shown', async () => {
  const { clock, begin, done, now, texts } = aPlayback();
  begin('webhook');
  done('hubspot-portal', 'Portal 7');
  await clock.pass(2500);
  done('acculynx-location', 'Denver');
  done('hubspot-portal');
  expect(now()).toBe('ccp........');
  expect(texts().slice(0, 3)).toEqual(['Denver', 'Portal 7', null]);
});
