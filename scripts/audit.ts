/**
 * `npm run audit`: asks the registry for advisories about the packages of every lock file. It fails on high and critical
 * advisories, and when a registry does not answer, because then nothing is known.
 */
import { runCommand } from './checking/run-check.ts';
import { auditCommand, auditVerdict } from './supply/audit-verdict.ts';
import { lockFiles } from './supply/lock-file.ts';

for (const file of lockFiles) {
  const { output } = await runCommand(auditCommand(file));
  const { result, line } = auditVerdict(output);
  process.stdout.write(`${file}: ${line}\n`);
  if (result !== 'passed') process.exitCode = 1;
}
