import type { Options, Scenario } from 'k6/options';

type Plain<T> = T extends unknown ? { readonly [Key in keyof T]: T[Key] } : never;

/** k6's options without its classes, of which an object literal is no instance. */
export interface LoadOptions extends Omit<Options, 'scenarios'> {
  readonly scenarios: Readonly<Record<string, Plain<Scenario>>>;
}
