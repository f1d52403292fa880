import type { SourceJob, TargetRecord } from '@ridgeline/testkit';
import type { Fact, Promised } from './past-facts.ts';
import type { PastScene, PeopleAct } from './people-in-hubspot.ts';

/** The stage of each milestone, in the connections of companies with a past. */
export const stageByMilestone: Readonly<Record<string, string>> = {
  Lead: 'appointmentscheduled',
  Prospect: 'qualifiedtobuy',
  Approved: 'presentationscheduled',
  Completed: 'decisionmakerboughtin',
};

/** A stage that belongs to no milestone. */
const ownStage = 'closedwon';

/** An act on one record: it receives the record's id and returns the values that must hold. */
type OnOne = (
  scene: PastScene & { readonly sourceId: string; readonly record: TargetRecord },
) => Promise<readonly (readonly [Promised, property: string, value: string])[]>;

/** An act whose values must hold for the record that it changes. */
const onOne = (act: OnOne): PeopleAct => ({
  needs: 1,
  run: async (scene, [record]) => {
    const { object, idProperty } = scene;
    const sourceId = record.properties[idProperty] ?? '';
    const promised = await act({ ...scene, sourceId, record });
    return promised.map(([when, property, value]): Fact => ({
      kind: 'value',
      object,
      sourceId,
      when,
      property,
      value,
    }));
  },
});

/** Moves a job to the next milestone that has a stage; null for a job whose milestone has none. */
async function nextMilestone({ company, sourceId }: PastScene & { readonly sourceId: string }) {
  const { control, user } = company;
  const job = (await control.sourceJobs(user.companyId)).find(({ id }) => id === sourceId);
  const known = Object.keys(stageByMilestone);
  const place = known.indexOf(job?.currentMilestone ?? '');
  if (place < 0) return null;
  const milestone = known[(place + 1) % known.length] ?? '';
  await control.changeSourceJob(user.companyId, sourceId, { currentMilestone: milestone });
  return { milestone, stage: stageByMilestone[milestone] ?? '' };
}

const contactsOf = (contactId: string): SourceJob['contacts'] => [
  { id: `of-job-${contactId}`, contactId, isPrimary: true, relationToPrimary: '' },
];

/** What users change in AccuLynx, beside what they do to the same record in HubSpot. */
export const acculynxActs = {
  'rename-contact': onOne(async ({ company, sourceId, record }) => {
    const firstName = `Renamed ${record.id}`;
    await company.control.changeSourceContact(company.user.companyId, sourceId, { firstName });
    return [['completed', 'firstname', firstName]];
  }),
  'change-email': onOne(async ({ company, sourceId, record }) => {
    const email = `new-${record.id}@people.example.com`;
    await company.control.changeSourceContact(company.user.companyId, sourceId, { email });
    return [['completed', 'email', email]];
  }),
  'rename-job': onOne(async ({ company, sourceId, record }) => {
    const jobName = `Renamed ${record.id}`;
    await company.control.changeSourceJob(company.user.companyId, sourceId, { jobName });
    return [['completed', 'dealname', jobName]];
  }),
  'new-milestone': onOne(async (scene) => {
    const next = await nextMilestone(scene);
    if (!next) return [];
    return [
      ['completed', 'dealstage', next.stage],
      ['completed', 'acculynx_milestone', next.milestone],
    ];
  }),
  'moved-by-hand': onOne(async (scene) => {
    const { company, object, record } = scene;
    await company.control.changeTarget(company.portalId, object, record.id, { dealstage: ownStage });
    const next = await nextMilestone(scene);
    return [
      ['always', 'dealstage', ownStage],
      ...(next ? [['completed', 'acculynx_milestone', next.milestone] as const] : []),
    ];
  }),
  'refused-stage': onOne(async (scene) => {
    const { company, sourceId, record } = scene;
    const next = await nextMilestone(scene);
    if (!next) return [];
    const { control, user } = company;
    const property = 'dealstage';
    const effect = { kind: 'refuse-records', sourceIds: [sourceId], property, whenSent: true };
    await control.addFault({ vendor: 'hubspot', companyId: user.companyId, effect });
    return [
      ['while-refused', property, record.properties[property] ?? ''],
      ['while-refused', 'acculynx_milestone', record.properties['acculynx_milestone'] ?? ''],
      ['last', property, next.stage],
      ['last', 'acculynx_milestone', next.milestone],
    ];
  }),
  'new-job-contact': onOne(async ({ company, sourceId }) => {
    const { control, user } = company;
    const contactId = (await control.sourceIds(user.companyId, 'contacts')).at(-1) ?? '';
    await control.changeSourceJob(user.companyId, sourceId, { contacts: contactsOf(contactId) });
    return [];
  }),
} as const satisfies Readonly<Record<string, PeopleAct>>;
