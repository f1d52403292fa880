import { expect, test } from '@jest/globals';
import { alertRules, rulesOf, type AlertRule } from '../../tests/telemetry/rule-files.ts';
import { isRuleOf } from './fault.ts';
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

test('Every fault has a rule of its own: one that already fires would be no evidence for the next', () => {
  const rules = faults.map((fault) => alertRules().filter((rule) => isRuleOf(fault, rule)));
  expect(faults.filter((_, index) => rules[index]?.length !== 1).map(({ name }) => name)).toEqual([]);
  expect(new Set(rules.flat().map(({ expr }) => expr)).size).toBe(faults.length);
});

test('Every rule of auto-sync has a fault that is planted to see it fire', () => {
  const planted = (rule: AlertRule) => faults.some((fault) => isRuleOf(fault, rule));
  expect(rulesOf('sync.yaml').filter((rule) => !planted(rule))).toEqual([]);
});

test.each(faults)('The runbook of $alert says where to look and what it means: $name', (fault) => {
  const runbook = readRunbook(fault.alert);
  expect(fault.signs.filter((sign) => !isNamed(runbook, sign)).map(nameOf)).toEqual([]);
  expect(fault.signs.length).toBeGreaterThan(0);
  expect(runbook.acts.filter((act) => act.startsWith(fault.act))).toHaveLength(1);
  for (const sign of fault.signs)
    if ('command' in sign) expect(quotation(runbook, sign.command, sign.placeholders)).not.toMatch(/<\w/);
});
