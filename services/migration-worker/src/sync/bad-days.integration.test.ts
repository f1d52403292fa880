import { contactType, defaultOptions } from '@ridgeline/contracts';
import { RoundResult } from '@ridgeline/events';
import { startSimulators, type Simulators } from '@ridgeline/simulators';
import { simulatorControl, type SimulatorControl } from '@ridgeline/testkit/integration';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { preparePortal } from '../objects/testing/simulated-world.ts';
import { company, simulated } from '../testing/bench-company.ts';
import { openSimulated } from '../vendors/testing/simulated-vendors.ts';
import { runSync } from './run-sync.ts';
import type { SyncServices } from './sync-services.ts';
import { aDueRecord, aRound, aSync } from './testing.ts';

const options = { ...defaultOptions, includeNoEmailContacts: true };
let simulators: Simulators;
let control: SimulatorControl;

beforeEach(async () => {
  simulators = await startSimulators({ ...simulated, companies: [{ ...company, contacts: 3, jobs: 0 }] });
  control = simulatorControl(simulators.addresses.control);
  await preparePortal(control, simulators.addresses.hubspot, contactType);
});
afterEach(() => simulators.stop());

/** A sync with a round for each of these contacts, over the simulated vendors. */
function aSyncOf(ids: readonly string[]): ReturnType<typeof aSync> {
  const rounds = ids.map((id, index) =>
    aRound({ round: index + 1, options, takenAt: new Date().toISOString(), records: [aDueRecord(id)] }),
  );
  return aSync(rounds, { openVendors: openSimulated(simulators.addresses) });
}

describe('Bad days of auto-sync', () => {
  test('When Kafka is unavailable while a round is under way, then its reports follow in order once it is back, and nothing is copied twice', async () => {
    const ids = (await control.sourceContacts(company.companyId)).map(({ id }) => id);
    const { services, lease, reports } = aSyncOf(ids);
    using held = lease;
    let tries = 0;
    const publisher: SyncServices['publisher'] = {
      publish(events) {
        tries += 1;
        return tries % 3 === 0
          ? services.publisher.publish(events)
          : Promise.reject(new Error('Kafka is unavailable'));
      },
    };
    await runSync({ ...services, publisher }, held);
    const order = reports().map(({ round, report }) => `${String(report.case)} ${String(round)}`);
    const of = (end: string) => order.filter((report) => report.startsWith(end));
    expect(of('batchDone')).toEqual(ids.map((_, index) => `batchDone ${String(index + 1)}`));
    expect(of('roundDone')).toEqual(ids.map((_, index) => `roundDone ${String(index + 1)}`));
    // The next round may be copied before the end of the last one is reported.
    for (const [index] of ids.entries()) {
      const round = String(index + 1);
      expect(order.indexOf(`batchDone ${round}`)).toBeLessThan(order.indexOf(`roundDone ${round}`));
    }
    expect(tries).toBe(3 * reports().length);
    expect(await control.targetContacts(company.portalId)).toHaveLength(ids.length);
  });

  test('When the portal is at its daily limit, then the round is put back, and says until when it waits and for what', async () => {
    const [id = ''] = (await control.sourceContacts(company.companyId)).map((contact) => contact.id);
    await control.addFault({ vendor: 'hubspot', effect: { kind: 'rate-limit', policy: 'daily' } });
    const { services, lease, reports } = aSyncOf([id]);
    using held = lease;
    await runSync(services, held);
    const [end] = reports().flatMap(({ report }) => (report.case === 'roundDone' ? [report.value] : []));
    expect(end?.retryAfterMs).toBeGreaterThan(10 * 60_000);
    expect(reports().map(({ report }) => report)).toMatchObject([
      {
        case: 'roundDone',
        value: {
          result: RoundResult.PUT_BACK,
          reason: "HubSpot's daily limit is used up; waiting until it is reset",
        },
      },
    ]);
  });
});
