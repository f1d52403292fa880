import { expect, test } from '@jest/globals';
import { aCheck, aDifference } from '../../../testing/a-check.ts';
import { changeText, comparedText, figuresText, progressText } from './check-text.ts';

const { figures } = aCheck();

test('When a sample was read back, then its figures are one line, without results that no record has', () => {
  expect(figuresText(aCheck(), 12_345)).toBe(
    '200 of 12,345 records read back from HubSpot: 198 as written, 2 changed since.',
  );
  const one = { ...figures, records: 1, equal: 0, changed: 0, gone: 1 };
  expect(figuresText(aCheck({ figures: one }), 1)).toBe(
    '1 record read back from HubSpot: 0 as written, 1 deleted in HubSpot.',
  );
});

test('When associations were looked up, then it says how many are missing, and that labels are not compared', () => {
  expect(comparedText(aCheck())).toBe('1,400 values compared.');
  expect(comparedText(aCheck({ figures: { ...figures, associations: 3, missing: 1 } }))).toBe(
    '1,400 values compared; 3 associations looked up: 1 missing. Labels of associations are not compared.',
  );
});

test('When a check is open, then it says how far it is, or what it waits for', () => {
  const running = aCheck({ state: 'running', total: 400 });
  expect(progressText(running)).toBe('Reading back from HubSpot: 200 of 400');
  expect(progressText({ ...running, state: 'waiting' })).toBe('The check starts in a few seconds.');
  expect(progressText({ ...running, problem: 'HubSpot is unavailable' })).toBe(
    'Waiting: HubSpot is unavailable',
  );
});

test('When it is known who changed a value, then it is said; else, what is known', () => {
  const said = (difference: Parameters<typeof aDifference>[0]) =>
    changeText(aDifference({ changedAt: null, ...difference }));
  expect(said({})).toBe('Changed by HubSpot user 7');
  expect(said({ sourceName: 'Autumn Diaz' })).toBe('Changed by Autumn Diaz (HubSpot user 7)');
  expect(said({ changedBy: 'migration', migrationId: 12 })).toBe('Changed by migration #12');
  expect(said({ changedBy: 'app', source: 'INTEGRATION', sourceDetail: '55' })).toBe(
    'Changed by another app (INTEGRATION 55)',
  );
  expect(said({ verdict: 'gone', changedBy: 'migration', migrationId: 12 })).toBe('Removed by migration #12');
  expect(said({ verdict: 'lost', changedBy: null })).toBe('No one is known to have changed it.');
  expect(said({ verdict: 'missing', changedBy: null })).toBe('HubSpot does not say who removed it.');
});
