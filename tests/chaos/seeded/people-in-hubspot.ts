import type { TargetObject, TargetRecord, TestCompany } from '@ridgeline/testkit';
import type { Fact } from './past-facts.ts';

/** Where users act. */
export interface PastScene {
  readonly company: TestCompany;
  readonly object: TargetObject;
  /** The property that holds the id of the source record. */
  readonly idProperty: string;
}

/** An act on as many of our records as it needs, which returns what a later run must respect. */
export interface PeopleAct {
  readonly needs: number;
  readonly run: (scene: PastScene, records: readonly [TargetRecord, ...TargetRecord[]]) => Promise<Fact[]>;
}

/** A user's record, named after one of our records so that no two have the same email address. */
async function putOwn({ company, object }: PastScene, { id: near }: TargetRecord): Promise<string> {
  const properties =
    object === 'contacts'
      ? { firstname: 'Own', lastname: `Contact ${near}`, email: `own-${near}@people.example.com` }
      : { dealname: `Own deal ${near}`, pipeline: 'default', dealstage: 'closedwon' };
  const [id = ''] = await company.control.putTargets(company.portalId, object, [properties]);
  return id;
}

/** Merges records in sequence, each into the next; the last record's id is kept. */
const mergeAll: PeopleAct['run'] = async ({ company, object, idProperty }, records) => {
  let [{ id }] = records;
  for (const { id: into } of records.slice(1))
    id = await company.control.mergeTarget(company.portalId, object, id, into);
  const sourceIds = records.map(({ properties }) => properties[idProperty] ?? '');
  const into = sourceIds.at(-1) ?? '';
  return sourceIds.slice(0, -1).map((sourceId) => ({ kind: 'merged', object, sourceId, into }));
};

/** What users do to our records in HubSpot. */
export const hubspotActs = {
  merge: { needs: 2, run: mergeAll },
  'merge-chain': { needs: 3, run: mergeAll },
  'merge-into-own': {
    needs: 1,
    run: async (scene, [record]) => {
      const own = await putOwn(scene, record);
      await scene.company.control.mergeTarget(scene.company.portalId, scene.object, record.id, own);
      return [];
    },
  },
  'merge-own': {
    needs: 1,
    run: async (scene, [record]) => {
      const own = await putOwn(scene, record);
      await scene.company.control.mergeTarget(scene.company.portalId, scene.object, own, record.id);
      return [];
    },
  },
  delete: {
    needs: 1,
    run: async ({ company, object }, [{ id }]) => {
      await company.control.archiveTarget(company.portalId, object, id);
      return [];
    },
  },
  'retype-id': {
    needs: 1,
    run: async ({ company, object, idProperty }, [{ id, properties }]) => {
      const sourceId = properties[idProperty] ?? '';
      const typed = `typed over ${sourceId}`;
      await company.control.changeTarget(company.portalId, object, id, { [idProperty]: typed });
      return [{ kind: 'retyped', object, sourceId, typed }];
    },
  },
  'clear-id': {
    needs: 1,
    run: async ({ company, object, idProperty }, [{ id, properties }]) => {
      await company.control.changeTarget(company.portalId, object, id, { [idProperty]: '' });
      return [{ kind: 'cleared', object, sourceId: properties[idProperty] ?? '', id }];
    },
  },
  'put-own': {
    needs: 1,
    run: async (scene, [record]) => [{ kind: 'own', object: scene.object, id: await putOwn(scene, record) }],
  },
} as const satisfies Readonly<Record<string, PeopleAct>>;
