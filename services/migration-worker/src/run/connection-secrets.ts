import type { ApiClient } from '@ridgeline/contracts';
import {
  getConnectionSecrets,
  type ConnectionSecrets,
  type RunSettings,
} from '@ridgeline/contracts/internal';
import { RunFailed } from '../base/run-errors.ts';
import { isAnswer, untilAnswered } from '../orchestrator/until-answered.ts';

/** Fetches a run's credentials from the connection service and waits for it when it does not answer. */
export async function connectionSecrets(
  call: ApiClient,
  { connectionId, companyId }: Pick<RunSettings, 'connectionId' | 'companyId'>,
  signal: AbortSignal,
): Promise<ConnectionSecrets> {
  const input = { params: { id: String(connectionId) }, query: { companyId } };
  try {
    return await untilAnswered(signal, () => call(getConnectionSecrets, input, { signal }));
  } catch (error) {
    if (isAnswer(error) && error.code === 'connection.not_found')
      throw new RunFailed('The connection of this migration does not exist any more.', { cause: error });
    throw error;
  }
}
