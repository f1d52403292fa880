import { afterAll } from '@jest/globals';
import { testDatabase, type TestDatabase } from '@ridgeline/testkit/integration';
import {
  startOrchestrator,
  type OrchestratorOptions,
  type OrchestratorUnderTest,
} from './orchestrator-under-test.ts';

/** The service over a database of its own for all tests of a file; both end with the last of them. */
export async function orchestratorOfFile(
  options?: OrchestratorOptions,
): Promise<{ readonly database: TestDatabase; readonly orchestrator: OrchestratorUnderTest }> {
  const resources = new AsyncDisposableStack();
  afterAll(() => resources.disposeAsync());
  const database = resources.use(await testDatabase('migration'));
  const orchestrator = resources.use(await startOrchestrator(database.db, options));
  return { database, orchestrator };
}
