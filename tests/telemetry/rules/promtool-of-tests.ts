import { afterAll, beforeAll } from '@jest/globals';
import { startPromtool, type Promtool } from './promtool.ts';

/** The first run has to download it. */
const downloadMs = 300_000;

/** promtool for a file's tests; call this within a test. */
export function promtoolOfTests(): () => Promtool {
  let promtool: Promtool | undefined;
  beforeAll(async () => {
    promtool = await startPromtool();
  }, downloadMs);
  afterAll(async () => {
    await promtool?.[Symbol.asyncDispose]();
  });
  return () => {
    if (!promtool) throw new Error('It is there within tests only');
    return promtool;
  };
}
