import { z } from 'zod';

const reportSchema = z.object({
  metadata: z.object({
    vulnerabilities: z.object({ high: z.number(), critical: z.number(), total: z.number() }),
  }),
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string() })),
});

/** What `npm audit --json` comes to; `not audited` where no registry said anything about the packages. */
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

/** Checks what `npm audit --json` printed: high and critical advisories fail, an answer that is no report is none. */
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
