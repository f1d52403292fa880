import { writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { examples, operations, withoutExample, type Example } from '@ridgeline/contracts/openapi';
import type { TestCompany } from '@ridgeline/testkit';
import { callAccount } from './account-calls.ts';
import { callCompanies, callUsers } from './administrator-calls.ts';
import { callAutoSync, callConnection, callDeleteConnection, callNewConnection } from './connection-calls.ts';
import { exampleCompany } from './example-company.ts';
import { callCheckAndUndo, callPlanAndRetry, callResults } from './following-calls.ts';
import { callControls, callDryRun } from './migration-calls.ts';
import { neutralExample } from './neutral.ts';
import { Recorder } from './recorder.ts';
import { callSync } from './sync-calls.ts';

/** The file to which `npm run examples` writes the examples. Without it, they are compared. */
const file = process.env['EXAMPLES_FILE'];

const recorder = new Recorder();
const shown = operations.filter(({ id }) => !(id in withoutExample));

async function callMigrations(company: TestCompany): Promise<void> {
  const connection = await callNewConnection(recorder, company);
  await callConnection(recorder, company, connection);
  const plan = await callDryRun(recorder, company, connection);
  const run = await callPlanAndRetry(recorder, company, plan);
  await callResults(recorder, company, run);
  await callCheckAndUndo(recorder, company, run);
  await callControls(recorder, company, connection);
  await callAutoSync(recorder, company, connection);
  await callSync(recorder, company, connection);
  await callCompanies(recorder, company);
  await callDeleteConnection(recorder, company, connection);
}

async function callUsersAndTeam(company: TestCompany): Promise<void> {
  await callAccount(recorder, company);
  await callUsers(recorder, company);
}

beforeAll(async () => {
  const company = await exampleCompany(recorder);
  await Promise.all([callMigrations(company), callUsersAndTeam(company)]);
}, 120_000);

const neutralOf = (id: string): Example => neutralExample(recorder.calls.get(id) ?? {}, recorder.names);

/** The parts that must match the stored example: all that was sent, and the names of the fields received. */
function outline({ answer, ...sent }: Example) {
  return {
    ...sent,
    answer: typeof answer === 'object' && answer !== null ? Object.keys(answer) : typeof answer,
  };
}

describe('A walk through the API', () => {
  test.each(shown)(
    'When $id is called, then its answer is what the contract says, and no more',
    ({ id, endpoint }) => {
      const call = recorder.calls.get(id);
      if (!call) throw new Error('It was not called');
      const { answer = {} } = call;
      if (endpoint.mediaType === 'application/json') expect(endpoint.answer.parse(answer)).toEqual(answer);
      else expect(answer).toEqual(expect.any(String));
    },
  );

  if (file === undefined)
    test.each(shown)(
      'When $id is called, then its stored example has the same request and fields',
      ({ id }) => {
        expect(outline(neutralOf(id))).toEqual(outline(examples[id] ?? {}));
      },
    );
  else
    test('When examples are recorded, then they are written', () => {
      const written = Object.fromEntries(shown.map(({ id }) => [id, neutralOf(id)]));
      writeFileSync(file, `${JSON.stringify(written, null, 2)}\n`);
    });
});
