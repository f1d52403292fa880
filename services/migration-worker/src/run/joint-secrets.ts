import type { ApiClient } from '@ridgeline/contracts';
import {
  getManyConnectionSecrets,
  maxConnectionsAtOnce,
  type ConnectionSecrets,
  type RunSettings,
} from '@ridgeline/contracts/internal';
import { Gathering } from '../base/gathering.ts';
import { connectionSecrets } from './connection-secrets.ts';

type SecretsOwner = Pick<RunSettings, 'connectionId' | 'companyId'>;

interface SecretsQuestion extends SecretsOwner {
  readonly signal: AbortSignal;
}

/** Fetches the credentials of several connections in one call, if they are requested at the same moment. */
export function jointSecrets(
  call: ApiClient,
): (owner: SecretsOwner, signal: AbortSignal) => Promise<ConnectionSecrets> {
  const questions = new Gathering<SecretsQuestion, ConnectionSecrets>({
    gatherMs: 0,
    max: maxConnectionsAtOnce,
    ask: async (asked) => {
      const connections = asked.map(({ connectionId, companyId }) => ({ connectionId, companyId }));
      const { secrets } = await call(getManyConnectionSecrets, { body: { connections } });
      const byConnection = new Map(secrets.map((each) => [each.connectionId, each]));
      return asked.map(({ connectionId }) => byConnection.get(connectionId));
    },
    askAlone: ({ signal, ...owner }) => connectionSecrets(call, owner, signal),
  });
  return (owner, signal) => questions.ask({ ...owner, signal });
}
