import { afterAll, beforeAll } from '@jest/globals';
import { startPromtool, type Promtool } from './promtool.ts';

/** The first run downloads it. */
const downloadMs = 300_000;

/** promtool for the tests of a file; to be asked for in a test. */
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
