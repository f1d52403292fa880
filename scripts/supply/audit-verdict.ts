import { dirname } from 'node:path';
import { z } from 'zod';

const reportSchema = z.object({
  metadata: z.object({
    vulnerabilities: z.object({ high: z.number(), critical: z.number(), total: z.number() }),
  }),
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string() })),
});

const quickly = ['--fetch-retries', '0', '--fetch-timeout', '20000'];

/** Asks for advisories about a lock file's packages, installed or not; pass its output to `auditVerdict`. */
export function auditCommand(file: string): readonly [string, ...string[]] {
  const from = ['--prefix', dirname(file), '--package-lock-only'];
  return ['npm', 'audit', ...from, '--json', '--loglevel', 'silent', ...quickly];
}

/** The result of `npm audit --json`; `not audited` if no registry answered about the packages. */
export interface AuditVerdict {
  readonly result: 'passed' | 'failed' | 'not audited';
  readonly line: string;
}

function parsed(output: string): unknown {
  try {
    return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
  } catch {
    return null;
  }
}

/**
 * Checks the output of `npm audit --json`: high and critical advisories fail; an answer that is not a report counts as
 * none.
 */
export function auditVerdict(output: string): AuditVerdict {
  const report = reportSchema.safeParse(parsed(output));
  if (!report.success)
    return {
      result: 'not audited',
      line: 'NOT AUDITED: the registry does not answer audits, so nothing is known about these packages',
    };
  const { metadata, vulnerabilities } = report.data;
  const { high, critical, total } = metadata.vulnerabilities;
  const grave = Object.entries(vulnerabilities)
    .filter(([, { severity }]) => severity === 'high' || severity === 'critical')
    .map(([name, { severity }]) => `${name} (${severity})`);
  return high + critical > 0
    ? { result: 'failed', line: `high or critical advisories: ${grave.join(', ')}` }
    : { result: 'passed', line: `no high or critical advisory, ${total} of lower severity` };
}
