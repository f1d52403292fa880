import { OutcomeKind, RunResult } from '@ridgeline/events';
import { differences, writesTo } from '@ridgeline/testkit';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { FakeOrchestrator } from '../../orchestrator/testing/fake-orchestrator.ts';
import { company } from '../../testing/bench-company.ts';
import type { Migrated } from '../../run/testing/run-bench.ts';
import { ContactBench } from '../../run/testing/contact-bench.ts';

let bench: ContactBench;
beforeEach(async () => {
  bench = await ContactBench.start();
});
afterEach(() => bench[Symbol.asyncDispose]());

/** Three contacts of AccuLynx, in list order and in different batches, by the addresses that they own. */
async function three() {
  const all = await bench.usableContacts();
  const [a, b, c] = [all[3], all[Math.floor(all.length / 2)], all.at(-1)];
  if (!a || !b || !c) throw new Error('There are too few contacts with addresses of their own');
  return { a, b, c };
}

/** Two contacts in HubSpot whose addresses have since been swapped in AccuLynx. */
async function aSwap() {
  const { a, b } = await three();
  await bench.migrate();
  await bench.changeEmail(a.id, b.email);
  await bench.changeEmail(b.id, a.email);
  bench.anotherMigration();
  return { a, b };
}

async function expectNothingLost({ of }: Migrated): Promise<void> {
  const source = await bench.control.sourceContacts(company.companyId);
  const target = await bench.control.targetContacts(company.portalId);
  const counts = { skipped: of(OutcomeKind.SKIPPED).length, failed: of(OutcomeKind.FAILED).length };
  expect(differences(source, target, counts)).toEqual([]);
}

async function writesSince(seen: number): Promise<unknown[]> {
  return writesTo(await bench.control.requests(company.companyId, seen));
}
const lastRequest = async (): Promise<number> =>
  (await bench.control.requests(company.companyId)).at(-1)?.number ?? 0;

describe('An email address that several contacts have', () => {
  test('When HubSpot refuses the first of three, then the second gets it in the same run, and each counts once', async () => {
    const { a, b, c } = await three();
    await bench.changeEmail(b.id, a.email);
    await bench.changeEmail(c.id, a.email);
    await bench.fault({ kind: 'refuse-records', sourceIds: [a.id], property: 'salutation' });
    const run = await bench.migrate();
    expect(run.of(OutcomeKind.FAILED)).toMatchObject([{ sourceId: a.id }]);
    expect(run.outcomes).toHaveLength(company.contacts);
    expect([await bench.emailOf(b.id), await bench.emailOf(c.id)]).toEqual([a.email, null]);
    expect(run.log.filter((line) => line.includes(a.email))).toEqual([
      expect.stringContaining(
        `another AccuLynx contact has the email address ${a.email} too; copied without it`,
      ),
      expect.stringContaining(
        `another AccuLynx contact has the email address ${a.email} too; copied without it`,
      ),
      expect.stringMatching(/gets the email address .* after all/),
    ]);
    await expectNothingLost(run);
  });

  test('When the first two are refused, then the third gets it', async () => {
    const { a, b, c } = await three();
    await bench.changeEmail(b.id, a.email);
    await bench.changeEmail(c.id, a.email);
    await bench.fault({ kind: 'refuse-records', sourceIds: [a.id, b.id], property: 'salutation' });
    const run = await bench.migrate();
    expect(await bench.emailOf(c.id)).toBe(a.email);
    await expectNothingLost(run);
  });

  test('When the refused one comes back, then the other keeps the address, and nothing more is written after that', async () => {
    const { a, b } = await three();
    await bench.changeEmail(b.id, a.email);
    await bench.fault({ kind: 'refuse-records', sourceIds: [a.id], property: 'salutation' });
    await bench.migrate();
    await bench.control.clearFaults();

    bench.anotherMigration();
    const second = await bench.migrate();
    expect(second.of(OutcomeKind.CREATED)).toMatchObject([{ sourceId: a.id }]);
    expect([await bench.emailOf(a.id), await bench.emailOf(b.id)]).toEqual([null, a.email]);
    const aboutIt = (log: readonly string[]) => log.filter((line) => line.includes(a.email));
    expect(aboutIt(second.log)).toEqual([
      expect.stringContaining(`another HubSpot contact has the email address ${a.email}; copied without it`),
    ]);
    await expectNothingLost(second);

    const seen = await lastRequest();
    bench.anotherMigration();
    const third = await bench.migrate();
    expect(await writesSince(seen)).toEqual([]);
    expect(aboutIt(third.log)).toEqual([expect.stringContaining('this contact gets none')]);
  });

  test('When an earlier migration left the address nowhere, then a repeat writes it', async () => {
    const { a, b } = await three();
    await bench.changeEmail(b.id, a.email);
    await bench.fault({ kind: 'refuse-records', sourceIds: [a.id], property: 'salutation' });
    // Like a version without this pass, or a run that ended before it.
    bench.orchestrator.openValues = () => Promise.resolve({ settled: true, values: [], next: null });
    await bench.migrate();
    expect(await bench.emailOf(b.id)).toBeNull();

    bench.anotherMigration();
    const second = await bench.migrate();
    expect(await bench.emailOf(b.id)).toBe(a.email);
    expect(second.log.some((line) => line.endsWith('this contact gets none'))).toBe(true);
    await expectNothingLost(second);
  });

  test('When both are in HubSpot and nothing changed, then a repeat writes nothing and says what is so', async () => {
    const { a, b } = await three();
    await bench.changeEmail(b.id, a.email);
    await bench.migrate();
    const seen = await lastRequest();
    bench.anotherMigration();
    const second = await bench.migrate();
    expect(await writesSince(seen)).toEqual([]);
    expect(second.log.filter((line) => line.includes(a.email))).toEqual([
      expect.stringContaining(
        `another AccuLynx contact has the email address ${a.email} too; this contact gets none`,
      ),
    ]);
  });
});

describe('Email addresses that move between contacts', () => {
  test('When two contacts swap theirs, then the next run swaps them in HubSpot, and the one after writes nothing', async () => {
    const { a, b } = await aSwap();
    const second = await bench.migrate();
    expect([await bench.emailOf(a.id), await bench.emailOf(b.id)]).toEqual([b.email, a.email]);
    expect(second.outcomes).toHaveLength(company.contacts);
    await expectNothingLost(second);

    const seen = await lastRequest();
    bench.anotherMigration();
    const third = await bench.migrate();
    expect(await writesSince(seen)).toEqual([]);
    expect(third.log.filter((line) => line.includes(a.email) || line.includes(b.email))).toEqual([]);
  });

  test('When they go round among three, also beside one that moves on to a new address, then all arrive', async () => {
    const { a, b, c } = await three();
    const d = (await bench.usableContacts())[7];
    await bench.migrate();
    await bench.changeEmail(a.id, b.email);
    await bench.changeEmail(b.id, c.email);
    await bench.changeEmail(c.id, a.email);
    const e = (await bench.usableContacts())[9];
    await bench.changeEmail(d?.id ?? '', e?.email ?? '');
    await bench.changeEmail(e?.id ?? '', 'brand.new@example.com');
    bench.anotherMigration();
    const second = await bench.migrate();
    const emails = await Promise.all([a, b, c].map(({ id }) => bench.emailOf(id)));
    expect(emails).toEqual([b.email, c.email, a.email]);
    expect(await bench.emailOf(d?.id ?? '')).toBe(e?.email);
    await expectNothingLost(second);
  });

  test.each([1, 2, 3])(
    'When the worker dies within step %i of a swap, then another one finishes it and no address is lost',
    async (step) => {
      const { a, b } = await aSwap();
      const { orchestrator } = bench;
      let steps = 0;
      // The plan is stored and even written, but its report never arrives.
      const counted = orchestrator.counted.bind(orchestrator);
      orchestrator.counted = (batch, outcomes) => {
        const plan = orchestrator.stored.findLast((stored) => stored.batch === batch);
        if (plan?.pass === 'settle' && ++steps >= step) orchestrator.stopped = 'lost';
        else counted(batch, outcomes);
      };
      const broken = await bench.migrate();
      expect(broken.end).toBeUndefined();

      orchestrator.stopped = null;
      orchestrator.counted = counted;
      const unfinished = orchestrator.stored.at(-1);
      const resumed = await bench.migrate({
        cursor: unfinished?.cursor ?? null,
        nextBatch: (unfinished?.batch ?? 0) + 1,
        plannedRecords: company.contacts,
        unfinished: unfinished ? [unfinished] : [],
      });
      expect(resumed.end).toMatchObject({ result: RunResult.COMPLETED, sourceCount: company.contacts });
      expect([await bench.emailOf(a.id), await bench.emailOf(b.id)]).toEqual([b.email, a.email]);
      await expectNothingLost(broken);
    },
  );

  test('When the swap is interrupted half way, then the next run finishes it', async () => {
    const { a, b } = await aSwap();
    const { orchestrator } = bench;
    orchestrator.counted = (batch, outcomes) => {
      if (orchestrator.stored.at(-1)?.pass === 'settle') orchestrator.stopped = 'lost';
      else FakeOrchestrator.prototype.counted.call(orchestrator, batch, outcomes);
    };
    await bench.migrate();
    bench.anotherMigration();
    const next = await bench.migrate();
    expect([await bench.emailOf(a.id), await bench.emailOf(b.id)]).toEqual([b.email, a.email]);
    await expectNothingLost(next);
  });

  test('When HubSpot refuses one of two that swap, then both keep what they have', async () => {
    const { a, b } = await aSwap();
    await bench.fault({ kind: 'refuse-records', sourceIds: [b.id], property: 'salutation' });
    const second = await bench.migrate();
    expect([await bench.emailOf(a.id), await bench.emailOf(b.id)]).toEqual([a.email, b.email]);
    expect(second.log.filter((line) => line.includes(a.email))).not.toEqual([]);
  });
});
