import type { AcculynxClient } from '@ridgeline/acculynx';
import { describe, expect, test } from '@jest/globals';
import { settling } from '../../../vendors/testing/settling.ts';
import { contactSource } from './contact-source.ts';

const signal = new AbortController().signal;

describe('When AccuLynx rejects a page of contacts, then the run fails and the reason reads well', () => {
  test.each([
    ['', null, 'AccuLynx did not hand out its contacts. It answered 404 (Not Found).'],
    [
      'No such location.',
      '|9c.',
      'AccuLynx did not hand out its contacts. It answered 404 (Not Found): No such location. (AccuLynx trace id: |9c.)',
    ],
  ])('%#', async (message, traceId, text) => {
    const problem = { status: 404, category: null, message, traceId };
    const client: Pick<AcculynxClient, 'contactsPage'> = {
      contactsPage: () => Promise.resolve({ outcome: 'rejected', problem }),
    };
    const reading = contactSource({ ...settling(client), stopping: signal }).read(null, () => undefined);
    await expect(reading[Symbol.asyncIterator]().next()).rejects.toMatchObject({ name: 'RunFailed', text });
  });
});
