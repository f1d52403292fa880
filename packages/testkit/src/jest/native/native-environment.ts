import { announceTestFile } from '../../test-servers.ts';
import { jest } from './jest-globals.ts';

/** The process itself, for test files that `NativeRuntime` loads. What a file has replaced is restored at its end. */
export default class NativeEnvironment {
  /** What Jest sets for a file; the globals of the process stay. */
  readonly global = {};
  readonly #variables = { ...process.env };

  constructor(_config: unknown, { testPath }: { readonly testPath: string }) {
    announceTestFile(testPath);
  }

  setup(): Promise<void> {
    return Promise.resolve();
  }

  teardown(): Promise<void> {
    jest.useRealTimers();
    jest.restoreAllMocks();
    for (const name of Object.keys(process.env))
      if (!(name in this.#variables)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, this.#variables);
    return Promise.resolve();
  }

  getVmContext(): null {
    return null;
  }
}
