import { join } from 'node:path';

const root = process.cwd();

/** The stack of this checkout, whose data stay in `.ridgeline/` between runs. */
export const localStack = {
  root,
  dir: join(root, '.ridgeline', 'stack'),
  describeIn: join(root, '.ridgeline'),
  log: (line: string): void => void process.stdout.write(`${line}\n`),
  durable: true,
};
