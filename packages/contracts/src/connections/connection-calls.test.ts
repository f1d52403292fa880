import { describe, expect, test } from '@jest/globals';
import { connectionChangeSchema, newConnectionSchema } from './connection-calls.ts';

const required = { name: 'Acme Roofing', acculynxApiKey: 'key-00001', hubspotPat: 'pat-00001' };

describe('The pipeline and the stage of a connection', () => {
  test.each(['', '  ', null])('When they are sent as %j, then they are the default', (empty) => {
    const sent = { defaultDealPipeline: empty, defaultDealStage: empty };
    const asDefault = { defaultDealPipeline: null, defaultDealStage: null };
    expect(newConnectionSchema.parse({ ...required, ...sent })).toMatchObject(asDefault);
    expect(connectionChangeSchema.parse(sent)).toEqual(asDefault);
  });

  test('When a change leaves them out, then they stay as they are', () => {
    expect(connectionChangeSchema.parse({})).toEqual({});
  });

  test('When they are sent as ids, then they are those ids without blanks around them', () => {
    const sent = { defaultDealPipeline: ' sales ', defaultDealStage: 'won' };
    expect(connectionChangeSchema.parse(sent)).toEqual({
      defaultDealPipeline: 'sales',
      defaultDealStage: 'won',
    });
  });
});
