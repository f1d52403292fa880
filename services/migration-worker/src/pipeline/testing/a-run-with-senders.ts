import type { UnreadableRecord } from '@ridgeline/acculynx';
import { recordSource } from '../../vendors/record-source.ts';
import { pairPortal, parcelsWithSenders } from './parcels-with-senders.ts';
import { parcelPortal, type Parcel } from './parcel-migration.ts';
import { senderPortal, type Sender } from './sender-migration.ts';
import { listSpec, pageOf, startRun, type RunSetup } from './start-run.ts';

const aSender = (index: number): Sender => ({
  id: `s-${String(index)}`,
  name: `Sender ${String(index)}`,
  address: `address-${String(index)}`,
});

/** What survives the death of a worker: both vendors. */
export class SenderWorld {
  readonly parcels: Parcel[] = [];
  readonly senders = new Map<string, Sender | UnreadableRecord>();
  readonly boxes = parcelPortal();
  readonly people = senderPortal();
  readonly pairs = pairPortal();
  /** The ids that were requested one by one. */
  readonly asked: string[] = [];

  /** A parcel of these senders, who exist as well. */
  parcel(index: number, senders: readonly number[]): void {
    for (const sender of senders.map(aSender)) this.senders.set(sender.id, sender);
    this.parcels.push({
      id: `p-${String(index)}`,
      label: `Parcel ${String(index)}`,
      code: `code-${String(index)}`,
      senders: senders.map((sender) => aSender(sender).id),
    });
  }

  /** A run of all parcels; the test lets its pipeline run. */
  run(setup: RunSetup = {}) {
    const object = parcelsWithSenders((ids) => {
      this.asked.push(...ids);
      const found = ids.flatMap((id) => this.senders.get(id) ?? []);
      return Promise.resolve(new Map(found.map((sender) => [sender.id, sender])));
    });
    const source = recordSource((index) => Promise.resolve(pageOf(this.parcels, index)), listSpec);
    const alongside = { sender: this.people, parcel_sender: this.pairs };
    const subject = { object, options: null, source, target: this.boxes };
    return startRun(subject, { alongside, ...setup });
  }
}
