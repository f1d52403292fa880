import { describe, expect, test } from '@jest/globals';
import { planDeadLead } from './plan-dead-lead.ts';

type Question = Parameters<typeof planDeadLead>[0];

function planned({ milestone = 'Dead', isClosed = false, includeDead = false, hubspotId = '5' }) {
  const deal = { id: '5', properties: { acculynx_job_id: 'j', hs_is_closed: String(isClosed) } };
  return planDeadLead({
    record: { sourceId: 'j', displayName: 'Job J', milestone },
    identity: { sourceId: 'j', hubspotId, keyTakenBy: null, seenInBatch: null },
    counterparts: { linked: deal, bySourceId: null, ours: new Set() },
    options: { includeDead },
    isTaken: () => false,
  } as unknown as Question);
}

describe('A dead lead that is not to be copied', () => {
  test('When its deal is open, then it is left as it is and named', () => {
    expect(planned({})).toMatchObject({ action: 'skip', reason: 'lead_died', standIn: '5', name: 'Job J' });
  });

  test('When its deal is closed, then there is nothing to do', () => {
    expect(planned({ isClosed: true })).toMatchObject({ action: 'unchanged', hubspotId: '5' });
  });

  test('When dead leads are copied, or the job is alive, then it is planned as any other', () => {
    expect(planned({ includeDead: true })).toBeNull();
    expect(planned({ milestone: 'Approved' })).toBeNull();
  });
});
