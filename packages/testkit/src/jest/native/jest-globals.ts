/** Takes the place of `@jest/globals`, which throws unless Jest's own runtime loads it. */
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { globalOfFile } from './globals-of-file.ts';

export const afterAll = globalOfFile('afterAll');
export const afterEach = globalOfFile('afterEach');
export const beforeAll = globalOfFile('beforeAll');
export const beforeEach = globalOfFile('beforeEach');
export const describe = globalOfFile('describe');
export const expect = globalOfFile('expect');
export const test = globalOfFile('test');

const mocker = new ModuleMocker(globalThis);
// All that it reads of a project's configuration is what it fakes as a rule.
const config = { fakeTimers: {} } as ConstructorParameters<typeof ModernFakeTimers>[0]['config'];
const timers = new ModernFakeTimers({ global: globalThis, config });

/** What our tests use of Jest's object of that name. */
export const jest = {
  spyOn: mocker.spyOn.bind(mocker),
  restoreAllMocks: mocker.restoreAllMocks.bind(mocker),
  useFakeTimers: timers.useFakeTimers.bind(timers),
  useRealTimers: timers.useRealTimers.bind(timers),
  advanceTimersByTime: timers.advanceTimersByTime.bind(timers),
  advanceTimersByTimeAsync: timers.advanceTimersByTimeAsync.bind(timers),
  getTimerCount: timers.getTimerCount.bind(timers),
  setTimeout: (ms: number): void => void Reflect.set(globalThis, Symbol.for('TEST_TIMEOUT_SYMBOL'), ms),
};
