import { expect, test } from '@jest/globals';
import { alertRules } from '../../tests/telemetry/rule-files.ts';
import { faults } from './faults/index.ts';
import { isNamed, quotation, readRunbook } from './runbook.ts';
import { nameOf } from './sign.ts';

test('Every fault that the drill has to know can be planted', () => {
  const required = [
    'token-revoked',
    'quota-eaten',
    'consumer-stuck',
    'outbox-blocked',
    'postgres-slow',
    'redis-gone',
    'worker-crash-loop',
    'lease-flapping',
    'kafka-disk-full',
    'mail-refused',
    'memory-pressure',
    'flood',
    'sync-stalled',
    'intake-blocked',
    'records-rejected',
  ];
  const names = faults.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(required));
  expect(new Set(names).size).toBe(names.length);
});

test('Every fault has an alert of its own: one that fires already would tell nothing of the next', () => {
  const alerts = faults.map(({ alert }) => alert);
  expect(alertRules().map(({ alert }) => alert)).toEqual(expect.arrayContaining(alerts));
  expect(new Set(alerts).size).toBe(alerts.length);
});

test.each(faults)('The runbook of $alert says where to look and what it means: $name', (fault) => {
  const runbook = readRunbook(fault.alert);
  expect(fault.signs.filter((sign) => !isNamed(runbook, sign)).map(nameOf)).toEqual([]);
  expect(fault.signs.length).toBeGreaterThan(0);
  expect(runbook.acts.filter((act) => act.startsWith(fault.act))).toHaveLength(1);
  for (const sign of fault.signs)
    if ('command' in sign) expect(quotation(runbook, sign.command, sign.placeholders)).not.toMatch(/<\w/);
});
