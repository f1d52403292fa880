import { createRequire, flushCompileCache, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { beginFile } from './globals-of-file.ts';

const jestGlobals = new URL('jest-globals.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: jestGlobals, shortCircuit: true } : next(specifier, context),
});

/** Where Jest keeps the state of one file: its event listeners, and the time that a test may take. */
const keptOfFile = ['EVENT_HANDLERS', 'TEST_TIMEOUT_SYMBOL'].map((name) => Symbol.for(name));

const nothing = (): void => undefined;

/**
 * Loads test files as Node loads the product: each module once per process, and not once per file as Jest's own runtime
 * does (ADR 91). Jest creates one for each file, and calls only these methods.
 */
export default class NativeRuntime {
  readonly requireModule = createRequire(import.meta.url);
  readonly setGlobalsForRuntime = beginFile;
  readonly enterTestCode = nothing;
  readonly leaveTestCode = nothing;
  /** Where Node only writes its cache at the end of the process, Jest ends that by force before it is done. */
  readonly teardown = flushCompileCache;
  readonly getAllCoverageInfoCopy = nothing;

  /** Loads the module that collects the tests and hooks of a file, again for each file. */
  requireInternalModule(path: string): unknown {
    for (const kept of keptOfFile) Reflect.deleteProperty(globalThis, kept);
    Reflect.deleteProperty(this.requireModule.cache, path);
    return this.requireModule(path);
  }

  unstable_shouldLoadAsEsm(): boolean {
    return true;
  }

  unstable_importModule(path: string): Promise<unknown> {
    return import(pathToFileURL(path).href);
  }

  getSourceMaps(): ReadonlyMap<string, string> {
    return new Map();
  }
}
