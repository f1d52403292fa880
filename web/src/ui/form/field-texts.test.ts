import { expect, test } from '@jest/globals';
import { newConnectionSchema } from '@ridgeline/contracts';
import { checkWith } from './field-texts.ts';

test("When fields are wrong, then each has the catalogue's text", () => {
  const texts = checkWith(newConnectionSchema, {
    name: ' a ',
    acculynxApiKey: 'abc',
    hubspotPat: 'pat-na1-123',
  });
  expect(texts).toEqual({
    name: 'Name must be at least 3 characters',
    acculynxApiKey: 'Please enter a valid Acculynx API key',
  });
});

test('When all is right, then nothing is reported', () => {
  const values = { name: 'Denver', acculynxApiKey: 'abcdef', hubspotPat: 'pat-na1-123' };
  expect(checkWith(newConnectionSchema, values)).toEqual({});
});
