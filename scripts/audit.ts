/**
 * `npm run audit`: asks the registry for advisories about the installed packages. High and critical ones fail, and so does a
 * registry that gives no answer: nothing is known then.
 */
import { runCommand } from './checking/run-check.ts';
import { auditVerdict } from './supply/audit-verdict.ts';

const quickly = ['--fetch-retries', '0', '--fetch-timeout', '20000'];
const { output } = await runCommand(['npm', 'audit', '--json', '--loglevel', 'silent', ...quickly]);
const { result, line } = auditVerdict(output);
process.stdout.write(`${line}\n`);
process.exitCode = result === 'passed' ? 0 : 1;
