import { counter, type Registry } from '@ridgeline/kit/metrics';
import { accuracyDefinitions } from '../metric-definitions.ts';
import type { CountedPage } from './compare-linked.ts';

/** Counts the results of a page of a comparison. */
export type CountCompared = (page: CountedPage) => void;

/** Makes the counter of records that were compared with HubSpot. */
export function countComparedInHubspot(registry: Registry): CountCompared {
  const records = counter(registry, accuracyDefinitions.compared);
  return ({ equal, changedByPeople, differing, gone }) => {
    records.inc({ result: 'equal' }, equal);
    records.inc({ result: 'changed_by_people' }, changedByPeople);
    records.inc({ result: 'differing' }, differing);
    records.inc({ result: 'gone' }, gone);
  };
}
