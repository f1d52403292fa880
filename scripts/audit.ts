/**
 * `npm run audit`: asks the registry for advisories about the packages of every lock file. High and critical ones fail, and
 * so does a registry that gives no answer: nothing is known then.
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
