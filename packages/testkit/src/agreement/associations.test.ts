import { describe, expect, test } from '@jest/globals';
import { compareAssociations } from './associations.ts';
import { aJob, aRecord } from './made-up-records.ts';

const jobs = [aJob('j1', ['c1', 'c2']), aJob('j2', ['gone']), aJob('j3')];
const deals = ['1', '2', '3'].map((n) => aRecord(`d${n}`, { acculynx_job_id: `j${n}` }));
const contacts = ['1', '2', '3'].map((n) => aRecord(`h${n}`, { acculynx_contact_id: `c${n}` }));
const compare = (...pairs: readonly string[]) =>
  compareAssociations({
    jobs,
    deals,
    contacts,
    associations: pairs.map((pair) => {
      const [fromId = '', toId = ''] = pair.split('/');
      return { fromId, toId, labels: [] };
    }),
  });

describe('The comparison of the contacts of jobs with the associations of deals', () => {
  test('When every contact that is in HubSpot is associated once, then nothing is missing and nothing wrong', () => {
    expect(compare('d1/h1', 'd1/h2')).toEqual({ present: 2, withoutContact: 1, missing: [], wrong: [] });
  });

  test('When one was not made, then it is missing', () => {
    expect(compare('d1/h1')).toMatchObject({ present: 1, missing: ['deal d1 lacks contact h2'], wrong: [] });
  });

  test.each([
    ['is there twice', ['d1/h1', 'd1/h2', 'd1/h2'], 'more than once'],
    ['belongs to no job', ['d1/h1', 'd1/h2', 'd1/h3'], 'does not name'],
    ['is the second one though it is primary', ['d1/h2', 'd1/h1'], 'primary contact h1 first'],
    ['starts at a deal without a job', ['d1/h1', 'd1/h2', 'd9/h1'], 'no job'],
  ])('When one %s, then it is reported', (_, pairs, text) => {
    const { present, wrong } = compare(...pairs);
    expect([present, wrong]).toEqual([2, [expect.stringContaining(text)]]);
  });

  test('A contact whose deal is not there is not asked for', () => {
    const [, ...others] = deals;
    expect(compareAssociations({ jobs, deals: others, contacts, associations: [] })).toEqual({
      present: 0,
      withoutContact: 1,
      missing: [],
      wrong: [],
    });
  });
});
