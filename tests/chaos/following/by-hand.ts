import type { RecordChanges } from '@ridgeline/contracts';
import type { TargetObject, TestCompany } from '@ridgeline/testkit';
import type { HandStep } from './following-plan.ts';
import { isWritten, portalKey } from './record-list.ts';
import type { Touch } from './undo-problems.ts';

/** A record that a migration wrote. */
interface Written {
  readonly object: TargetObject;
  readonly id: string;
  readonly key: string;
}

/** The portal in which users act. */
type Portal = Pick<TestCompany, 'control' | 'portalId'>;

type HandAct = (portal: Portal, record: Written) => Promise<readonly Touch[]>;

const acts: Readonly<Record<HandStep['act'], HandAct>> = {
  async change({ control, portalId }, { object, id, key }) {
    const property = object === 'deals' ? 'dealname' : 'city';
    await control.changeTarget(portalId, object, id, { [property]: `By hand ${id}` });
    return [{ key, did: 'change', property }];
  },
  async note({ control, portalId }, { object, id, key }) {
    const [note = ''] = await control.putTargets(portalId, 'notes', [{ hs_note_body: 'Call them' }]);
    await control.associateTargets(portalId, { from: 'notes', to: object }, [{ from: note, to: id }]);
    return [{ key, did: 'tie' }];
  },
  async use(portal, { object, id, key }) {
    if (object === 'deals') return acts.note(portal, { object, id, key });
    const { control, portalId } = portal;
    const own = { dealname: `Own deal with ${id}`, pipeline: 'default', dealstage: 'closedwon' };
    const [deal = ''] = await control.putTargets(portalId, 'deals', [own]);
    await control.associateTargets(portalId, { from: 'deals', to: 'contacts' }, [{ from: deal, to: id }]);
    return [
      { key, did: 'tie' },
      { key: `deal ${deal}`, did: 'make' },
      { key: `deal ${deal} and ${key}`, did: 'make' },
    ];
  },
  async delete({ control, portalId }, { object, id, key }) {
    await control.archiveTarget(portalId, object, id);
    return [{ key, did: 'delete' }];
  },
};

/** Does what users do to records that a migration wrote, each step on another record; returns what they changed. */
export async function actByHand(
  portal: Portal,
  records: readonly RecordChanges[],
  steps: readonly HandStep[],
): Promise<readonly Touch[]> {
  const untouched = records.filter(isWritten).flatMap((record): Written[] => {
    const key = portalKey(record);
    const [name, id, isPair] = key?.split(' ') ?? [];
    if (key === null || id === undefined || isPair !== undefined) return [];
    return [{ object: name === 'deal' ? 'deals' : 'contacts', id, key }];
  });
  const touches: Touch[] = [];
  for (const { act, at } of steps) {
    const [record] = untouched.splice(Math.floor(at * untouched.length), 1);
    if (record) touches.push(...(await acts[act](portal, record)));
  }
  return touches;
}
