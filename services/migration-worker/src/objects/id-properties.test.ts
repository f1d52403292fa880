import { contactProperties, dealProperties } from '@ridgeline/contracts';
import { expect, test } from '@jest/globals';
import { company } from '../testing/bench-company.ts';
import { simulatedWorld } from './testing/simulated-world.ts';
import { objectMigrationOf } from './index.ts';

const { companyId, portalId } = company;
const contactId = ['contacts', 'acculynx_contact_id', 'contact property "AccuLynx contact id"'] as const;
const jobId = ['deals', 'acculynx_job_id', 'deal property "AccuLynx job id"'] as const;
const notUnique = [{ hasUniqueValue: false }, 'does not require unique values'] as const;
const number = [{ type: 'number', fieldType: 'number', hasUniqueValue: true }, 'is not a text'] as const;

test.each([
  ['the contact id of a migration of contacts is not unique', 'contacts', contactId, notUnique],
  ['the contact id of a migration of contacts is a number', 'contacts', contactId, number],
  ['the job id of a migration of jobs is not unique', 'jobs', jobId, notUnique],
  ['the job id of a migration of jobs is a number', 'jobs', jobId, number],
  ['the contact id of a migration of jobs is not unique', 'jobs', contactId, notUnique],
] as const)(
  'When the property for %s, then the run ends before it reads, and says what to do',
  async (_, migrationType, [object, name, words], [change, problem]) => {
    const migration = objectMigrationOf(migrationType);
    if (!migration) throw new Error('Nothing moves them');
    await using world = await simulatedWorld({ object: migration });
    const definition = [...contactProperties, ...dealProperties].find((one) => one.name === name);
    await world.control.putProperty(portalId, object, name, { ...definition, ...change });
    const before = (await world.control.requests(companyId)).length;

    await expect(world.run({})).rejects.toMatchObject({
      name: 'RunFailed',
      text: `The HubSpot ${words} (${name}) ${problem}, and HubSpot cannot change that. Delete the property in HubSpot. Validate the connection's HubSpot properties, then start the migration again.`,
    });
    const calls = (await world.control.requests(companyId)).slice(before);
    expect(calls.filter(({ path }) => /batch|search/.test(path))).toEqual([]);
    expect(calls.filter(({ path }) => /^\/api\/v2\/(contacts|jobs)/.test(path))).toEqual([]);
  },
);
