import { describe, expect, test } from '@jest/globals';
import { ApiError, errorText } from '@ridgeline/contracts';
import type { CredentialCheck } from '@ridgeline/contracts/internal';
import { credentialProblem, failedCheck } from './credential-problem.ts';

const acculynx: CredentialCheck['acculynx'] = {
  verdict: 'valid',
  facts: { companyId: 'c', companyName: 'Brazos Roofing' },
};
const hubspot: CredentialCheck['hubspot'] = {
  verdict: 'valid',
  facts: { portalId: '4711', timezone: 'US/Eastern', accountType: 'STANDARD' },
};
const refused = { verdict: 'refused', reason: 'HTTP 401' } as const;
const unreachable = { verdict: 'unreachable', reason: 'no answer in time' } as const;

describe('Why credentials cannot be saved', () => {
  test('When both are valid, then nothing stands against it', () => {
    expect(credentialProblem({ acculynx, hubspot })).toBeNull();
  });

  test('When AccuLynx refuses the key, then its field is named', () => {
    expect(credentialProblem({ acculynx: refused, hubspot })).toMatchObject({
      code: 'connection.acculynx_refused',
      fields: { acculynxApiKey: errorText('connection.acculynx_refused') },
    });
  });

  test('When both are refused, then both fields are named', () => {
    const problem = credentialProblem({ acculynx: refused, hubspot: refused });

    expect(Object.keys(problem?.fields ?? {})).toEqual(['acculynxApiKey', 'hubspotPat']);
  });

  test('When scopes are missing, then the text names each of them', () => {
    const scopes = ['crm.objects.contacts.write', 'crm.schemas.contacts.write'];
    const problem = credentialProblem({ acculynx, hubspot: { verdict: 'scope_missing', scopes } });

    expect(problem?.code).toBe('connection.hubspot_scope_missing');
    for (const scope of scopes) {
      expect(problem?.text).toContain(scope);
      expect(problem?.fields['hubspotPat']).toContain(scope);
    }
  });

  test('When a vendor is out of reach, then no field is blamed', () => {
    expect(credentialProblem({ acculynx, hubspot: unreachable })).toMatchObject({
      code: 'connection.hubspot_unreachable',
      fields: {},
    });
  });

  test('When one vendor is out of reach and the other refuses, then the refusal is told, for it can be mended', () => {
    expect(credentialProblem({ acculynx: unreachable, hubspot: refused })).toMatchObject({
      code: 'connection.hubspot_refused',
      fields: { hubspotPat: errorText('connection.hubspot_refused') },
    });
  });
});

describe('When no check was made', () => {
  const refused = (status: number, code: string, retryAfterSeconds: number | null) =>
    new ApiError(status, 'No', { error: 'No', message: 'No', code }, retryAfterSeconds);

  test.each([
    ['connection.checks_paused', 290],
    ['request.too_many', 1],
  ] as const)('%s is told as it is, with the time to wait', (code, seconds) => {
    expect(failedCheck(refused(429, code, seconds))).toMatchObject({
      code,
      text: errorText(code),
      retryAfterSeconds: seconds,
    });
  });

  test.each([refused(401, 'session.missing', null), new Error('away')])(
    'Anything else is ours: %s',
    (cause) => {
      expect(failedCheck(cause)).toMatchObject({ code: 'server.unavailable', cause });
    },
  );
});
