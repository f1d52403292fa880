import type * as jestGlobals from '@jest/globals';

/** The globals that a test file is written with. */
export type GlobalsOfFile = Pick<
  typeof jestGlobals,
  'afterAll' | 'afterEach' | 'beforeAll' | 'beforeEach' | 'describe' | 'expect' | 'test'
>;

let ofFile: GlobalsOfFile | null = null;

/** Begins a test file: from now on all modules use its globals, also those that an earlier file has loaded. */
export function beginFile(globals: GlobalsOfFile): void {
  ofFile = globals;
}

/** The current test file's global of a name, such as `test` and `test.each`, looked up at each use. */
export function globalOfFile<Name extends keyof GlobalsOfFile>(name: Name): GlobalsOfFile[Name] {
  const present = (): GlobalsOfFile[Name] => {
    if (!ofFile) throw new Error(`There is no ${name} before a test file begins`);
    return ofFile[name];
  };
  const callable = (): undefined => undefined;
  return new Proxy(callable as unknown as GlobalsOfFile[Name], {
    apply: (_callable, self, values: unknown[]): unknown => Reflect.apply(present(), self, values),
    get: (_callable, key): unknown => Reflect.get(present(), key),
  });
}
