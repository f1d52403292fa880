import type { TargetObject, TargetRecord, TestCompany } from '@ridgeline/testkit';
import { acculynxActs } from './people-in-acculynx.ts';
import { hubspotActs, type PeopleAct } from './people-in-hubspot.ts';
import type { Fact } from './past-facts.ts';
import type { Act, Past } from './past-plan.ts';
import { sidesOf } from './sides.ts';

const acts: Readonly<Record<Act, PeopleAct>> = { ...hubspotActs, ...acculynxActs };

/** Records that we wrote and that no step has used; each belongs to only one step, so that its result is certain. */
type Untouched = Record<TargetObject, TargetRecord[]>;

const idProperties: Readonly<Record<TargetObject, string>> = {
  contacts: sidesOf.contacts.sourceIdProperty,
  deals: sidesOf.jobs.sourceIdProperty,
};

/** Runs the steps of a past, after a first migration, and returns what a later run must respect. */
export async function livePast(company: TestCompany, { mergeMakes, steps }: Past): Promise<Fact[]> {
  const { control } = company;
  const untouched = await oursIn(company);
  const facts: Fact[] = [];
  await control.change({ hubspot: { behaviour: { mergeMakes } } });
  try {
    for (const { act, object, at, times } of steps)
      for (let time = 0; time < times; time += 1) {
        const { needs, run } = acts[act];
        const from = Math.floor(at * Math.max(0, untouched[object].length - needs + 1));
        const [first, ...others] = untouched[object].splice(from, needs);
        if (!first || others.length < needs - 1) continue;
        facts.push(...(await run({ company, object, idProperty: idProperties[object] }, [first, ...others])));
      }
  } finally {
    await control.change({ hubspot: { behaviour: { mergeMakes: 'primary' } } });
  }
  return facts;
}

async function oursIn({ control, portalId }: TestCompany): Promise<Untouched> {
  const carrying = (records: readonly TargetRecord[], object: TargetObject): TargetRecord[] =>
    records.filter(({ properties }) => properties[idProperties[object]]);
  return {
    contacts: carrying(await control.targetContacts(portalId), 'contacts'),
    deals: carrying(await control.targetDeals(portalId), 'deals'),
  };
}
