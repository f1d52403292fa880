import type { Cursor } from '@ridgeline/contracts/internal';
import { mapContact } from '../objects/contact/map-contact.ts';
import type { HeldRun, Orchestrator } from '../orchestrator/orchestrator.ts';
import { findCounterparts, type LookUp } from '../objects/contact/find-counterparts.ts';
import type { PreparedContact } from './plan-batch.ts';
import { RunFailed } from '../base/run-errors.ts';
import type { SourceRecord } from './gather-groups.ts';

/** A record that is ready to be planned, and where reading goes on behind it. */
export interface ReadyRecord extends PreparedContact {
  readonly cursor: Cursor;
}

/**
 * Maps a group of source records and looks up what is known of them, here and in HubSpot. Records that an earlier batch
 * of the migration holds are left out: they were counted, and were only read again.
 */
export async function prepareGroup(
  group: readonly SourceRecord[],
  {
    run,
    orchestrator,
    ...lookUp
  }: LookUp & {
    readonly run: HeldRun;
    readonly orchestrator: Pick<Orchestrator, 'resolveIdentities'>;
  },
): Promise<readonly ReadyRecord[]> {
  const mapped = group.map(({ contact, cursor }) => ({ contact: mapContact(contact), cursor }));
  const questions = mapped.map(({ contact: { sourceId, email } }) => ({ sourceId, email }));
  const answers = await orchestrator.resolveIdentities(run, questions, lookUp.signal);
  const identities = new Map(answers.map((identity) => [identity.sourceId, identity]));
  const fresh = mapped.flatMap(({ contact, cursor }) => {
    const identity = identities.get(contact.sourceId);
    if (!identity) throw new RunFailed('The orchestrator did not tell the identity of every record.');
    return identity.seenInBatch === null ? [{ contact, identity, cursor }] : [];
  });
  const prepared = await findCounterparts(fresh, lookUp);
  return prepared.map((record, index) => ({ ...record, cursor: fresh[index]?.cursor ?? {} }));
}
