import { defaultDealSettings, type ApiClient } from '@ridgeline/contracts';
import { noKnownAccounts } from '@ridgeline/contracts/internal';
import { withAnswerDefaults } from '@ridgeline/kit';
import { expect, test } from '@jest/globals';
import { facts } from '../testing/services-fake.ts';
import { readFacts } from './account-facts.ts';

test('When a validation of the release before answers, then the portal has no custom objects', async () => {
  const former: unknown = JSON.parse(JSON.stringify({ ...facts, hubspotObjectIds: undefined }));
  const validation = withAnswerDefaults((() => Promise.resolve(former)) as ApiClient);
  const read = await readFacts(validation, {
    by: {
      user: { userId: 1, companyId: 'acme', administrator: false },
      origin: { address: null, userAgent: null },
    },
    credentials: { acculynxApiKey: 'key', hubspotPat: 'token' },
    operationId: undefined,
    isTyped: true,
    known: noKnownAccounts,
    deals: defaultDealSettings,
  });
  expect(read).toEqual({ ...facts, hubspotObjectIds: {} });
});
