import { expect, test } from '@jest/globals';
import type { SaveStep } from '@ridgeline/contracts';
import { firstSteps, stoppedSteps, withTold } from './save-steps.ts';
import { resumedSave, silenceMs } from './use-resumed-save.ts';

const told = (step: SaveStep['step'], state: SaveStep['state'], text: string | null = null): SaveStep => ({
  step,
  state,
  text,
});

test('When a page was reloaded before anything was to be stored, then the save is over', () => {
  expect(resumedSave({ storing: false }, [told('hubspot-properties', 'in-progress')], 0)).toEqual({
    state: 'interrupted',
  });
});

test('When the last step is done, then the connection is saved; until then it runs, but not for ever', () => {
  const running = [told('portal-options', 'complete'), told('webhook', 'in-progress')];
  expect(resumedSave({ storing: true }, running, 0).state).toBe('running');
  expect(resumedSave({ storing: true }, running, silenceMs).state).toBe('silent');
  expect(resumedSave({ storing: true }, [told('webhook', 'complete')], silenceMs).state).toBe('saved');
});

test('When a step failed, then its text is kept, and a webhook error has the words of the specification', () => {
  const failed = (text: string | null) =>
    resumedSave({ storing: true }, [told('work-types', 'error', text)], 0);
  expect(failed('No such key')).toEqual({ state: 'failed', text: 'No such key' });
  expect(failed(null)).toEqual({ state: 'failed', text: 'An unknown error occurred' });
  expect(failed('The webhook broke')).toEqual({
    state: 'failed',
    text: 'Webhook error: The webhook broke',
  });
  const said = 'Webhook error: AccuLynx is unavailable';
  expect(failed(said)).toEqual({ state: 'failed', text: said });
});

test('When steps are reported twice or late, then none goes back, and a later one that is done completes those before', () => {
  const after = withTold(firstSteps, [told('contact-types', 'complete')]);
  expect(after.slice(0, 5).map(({ state }) => state)).toEqual([
    ...Array.from({ length: 4 }, () => 'complete'),
    'waiting',
  ]);
  expect(withTold(after, [told('acculynx-location', 'in-progress')])).toEqual(after);
  expect(withTold(after, [told('acculynx-location', 'error')])[0]?.state).toBe('error');
});

test('When a save was stopped, then no step is shown as under way', () => {
  const running = withTold(firstSteps, [told('hubspot-properties', 'in-progress')]);
  expect(running[2]?.state).toBe('in-progress');
  expect(stoppedSteps(running).map(({ state }) => state)).toEqual(firstSteps.map(() => 'waiting'));
});

test('When a report says what a step found, then that stays with it, whatever later reports say', () => {
  const after = withTold(firstSteps, [told('contact-types', 'complete', '5 contact types')]);
  expect(after[3]?.text).toBe('5 contact types');
  expect(withTold(after, [told('contact-types', 'in-progress')])[3]?.text).toBe('5 contact types');
  expect(withTold(after, [told('contact-types', 'error', 'No such key')])[3]?.text).toBe('5 contact types');
});
