import { describe, expect, test } from '@jest/globals';
import { acculynxAnswering, json } from './testing/acculynx-answering.ts';

describe('Details of a job are read by one call each', () => {
  test('When the job has a representative, then the user id is returned', async () => {
    await using acculynx = await acculynxAnswering(
      json(200, { items: [{ id: 'a', type: 'SalesOwner', user: { id: 'u-1' } }, { type: 'AROwner' }] }),
    );
    expect(await acculynx.client.jobRepresentatives('j/1')).toEqual({
      outcome: 'ok',
      value: [
        { type: 'SalesOwner', userId: 'u-1' },
        { type: 'AROwner', userId: null },
      ],
    });
    expect(acculynx.asked).toEqual(['/api/v2/jobs/j%2F1/representatives']);
  });

  test('When values are numbers, text or none, then they are numbers or null', async () => {
    await using acculynx = await acculynxAnswering(
      json(200, { approvedJobValue: '1200.5', balanceDue: 'n/a' }),
    );
    expect(await acculynx.client.jobFinancials('j')).toEqual({
      outcome: 'ok',
      value: { approvedJobValue: 1200.5, balanceDue: null },
    });
  });

  test('When insurance is spelt in any of its ways, then it reads the same', async () => {
    for (const body of [
      { insuranceCompany: { name: 'Acme' }, damageLocation: 'Roof' },
      { insuranceCompanyName: 'Acme', damagelocation: 'Roof' },
      { customInsuranceCompanyName: 'Acme', insuranceCompany: {}, damageLocation: 'Roof' },
    ]) {
      await using acculynx = await acculynxAnswering(
        json(200, { ...body, claimFiled: true, dateOfLoss: '' }),
      );
      expect(await acculynx.client.jobInsurance('j')).toEqual({
        outcome: 'ok',
        value: {
          companyName: 'Acme',
          damageLocation: 'Roof',
          dateOfLoss: null,
          claimFiled: true,
          claimFiledDate: null,
          claimNumber: null,
          hasPaperwork: false,
        },
      });
    }
  });

  test('When a custom workflow has a status for the milestone, then the current one is returned', async () => {
    const statuses = [
      { name: 'Ordered', isCurrent: false },
      { isCurrent: true, workflowStatus: { id: 'w', name: 'Material here' } },
    ];
    await using acculynx = await acculynxAnswering(json(200, { name: 'Approved', statuses }));
    expect(await acculynx.client.jobMilestone('j')).toEqual({
      outcome: 'ok',
      value: { status: 'Material here' },
    });
    expect(acculynx.asked).toEqual(['/api/v2/jobs/j/milestones/current']);
    await using none = await acculynxAnswering(
      json(200, { name: 'Approved', statuses: statuses.slice(0, 1) }),
    );
    expect(await none.client.jobMilestone('j')).toEqual({ outcome: 'ok', value: { status: null } });
    await using withoutTier = await acculynxAnswering(json(403, {}));
    expect(await withoutTier.client.jobMilestone('j')).toEqual({ outcome: 'ok', value: null });
    expect(await withoutTier.client.jobFinancials('j')).toMatchObject({ outcome: 'refused' });
  });

  test('When there is nothing to tell (204, 404, 412), then that is an answer; anything else is none', async () => {
    for (const status of [204, 404, 412]) {
      await using acculynx = await acculynxAnswering((_req, res) => res.writeHead(status).end());
      for (const call of ['jobRepresentatives', 'jobFinancials', 'jobInsurance', 'jobMilestone'] as const)
        expect(await acculynx.client[call]('j')).toEqual({ outcome: 'ok', value: null });
    }
    await using refusing = await acculynxAnswering(json(400, {}));
    expect(await refusing.client.jobFinancials('j')).toMatchObject({ outcome: 'rejected' });
  });
});
