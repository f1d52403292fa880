import { expect, test } from '@jest/globals';
import { jobContactKind } from '@ridgeline/contracts';
import { company } from '../../testing/bench-company.ts';
import { JobBench } from '../job/testing/job-bench.ts';
import { jobContactPass } from './job-contact-pass.ts';

const open = new AbortController().signal;
const signals = { waiting: open, calling: open };

test('When a portal associates deals with contacts, then rejected pairs are reported, the others created, and all are read back', async () => {
  await using bench = await JobBench.start();
  const { portalId } = company;
  const deals = await bench.control.putTargets(
    portalId,
    'deals',
    Array.from({ length: 30 }, (_, index) => ({ dealname: `d-${index}`, acculynx_job_id: `j-${index}` })),
  );
  const contacts = await bench.control.putTargets(
    portalId,
    'contacts',
    Array.from({ length: 30 }, (_, index) => ({ email: `c${index}@example.com` })),
  );
  await bench.control.addFault({
    vendor: 'hubspot',
    effect: { kind: 'refuse-associations', sourceIds: ['j-3'], form: 'text' },
  });
  const pairs = deals.map((deal, index) => `${deal}/${contacts[index] ?? ''}`);
  const gone = `${deals[0] ?? ''}/999999`;
  const target = jobContactPass.rules.openTarget(bench.vendors().hubspot);
  const inputs = [...pairs, gone].map((id) => ({ id, properties: {} }));

  const answer = await target.upsert(inputs, signals);
  const value = answer.outcome === 'ok' ? answer.value : null;
  expect(value?.problems.flatMap(({ traceIds }) => traceIds).toSorted()).toEqual([gone, pairs[3]].toSorted());
  const made = pairs.filter((_, index) => index !== 3);
  expect(value?.results.map(({ id }) => id)).toEqual(made);
  expect(await bench.control.targetAssociations(portalId, 'deals', 'contacts')).toHaveLength(29);

  const read = await target.read(jobContactKind.sourceIdProperty, [...pairs, gone], open);
  expect(read.outcome === 'ok' && read.value.results.map(({ id }) => id)).toEqual(made);
  const again = await target.upsert(inputs.slice(0, 2), signals);
  expect(again.outcome === 'ok' && again.value.results.length).toBe(2);
});
