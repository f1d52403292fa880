/** `npm run bench -- <name>`: runs one benchmark of `load/` and ends with its result as one JSON line. */
import { benchmarks } from '../load/benchmarks.ts';

const [name = ''] = process.argv.slice(2);
const benchmark = benchmarks[name];
if (benchmark) {
  const result = await benchmark();
  process.stdout.write(`${JSON.stringify(result)}\n`);
  process.exitCode = result.ok ? 0 : 1;
} else {
  process.stdout.write(`Which benchmark? ${Object.keys(benchmarks).join(', ')}\n`);
  process.exitCode = 2;
}
