import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';

const folder = fileURLToPath(new URL('../../charts/ridgeline/rules', import.meta.url));

const ruleSchema = z.strictObject({
  alert: z.string().regex(/^Ridgeline[A-Z][A-Za-z]+$/),
  expr: z.string(),
  for: z.enum(['15s', '30s', '45s', '1m', '10m']).optional(),
  labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.strictObject({ summary: z.string(), description: z.string(), runbook_url: z.url() }),
});

const fileSchema = z.strictObject({
  groups: z.tuple([z.strictObject({ name: z.string(), rules: z.array(ruleSchema).min(1) })]),
});

/** An alert as Prometheus reads it. */
export type AlertRule = z.infer<typeof ruleSchema>;

/** The full paths of the files of rules. */
export function ruleFiles(): readonly string[] {
  return readdirSync(folder).map((file) => join(folder, file));
}

/** The alerts of a file. Throws when a rule lacks something that an on-call engineer needs. */
export function rulesOf(file: string): readonly AlertRule[] {
  const { groups } = fileSchema.parse(parse(readFileSync(join(folder, file), 'utf8')));
  return groups.flatMap(({ rules }) => rules);
}

/** Every alert of the product. */
export const alertRules = (): readonly AlertRule[] => readdirSync(folder).flatMap(rulesOf);

/** The names of the alerts. An alert that grows more severe with time has one rule for each severity. */
export function alertNames(): readonly string[] {
  return [...new Set(alertRules().map(({ alert }) => alert))].sort();
}
