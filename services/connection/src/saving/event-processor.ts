import { errorText } from '@ridgeline/contracts';
import { AppError } from '@ridgeline/kit';
import { probePublicUrl, publicUrlProblem } from '@ridgeline/public-address';

/** Says whether an address is public, and whether anybody answers there. */
export interface AddressCheck {
  problem(url: string): ReturnType<typeof publicUrlProblem>;
  probe(url: string): Promise<{ readonly outcome: 'answered' | 'unreachable' }>;
}

const probeTimeoutMs = 5_000;

/** The check on the internet. */
export const internetAddressCheck: AddressCheck = {
  problem: (url) => publicUrlProblem(url),
  probe: (url) => probePublicUrl(url, { timeoutMs: probeTimeoutMs }),
};

const field = 'customEventProcessorUrl';

/** Throws unless AccuLynx can send events to the address: https, public, and somebody answers. */
export async function requireEventProcessor(check: AddressCheck, url: string): Promise<void> {
  const refuse = (code: 'connection.event_processor_invalid' | 'connection.event_processor_unreachable') => {
    throw new AppError(code, { fields: { [field]: errorText(code) } });
  };
  const problem = await check.problem(url);
  if (problem === 'unresolvable') refuse('connection.event_processor_unreachable');
  if (problem !== null) refuse('connection.event_processor_invalid');
  const { outcome } = await check.probe(url);
  if (outcome === 'unreachable') refuse('connection.event_processor_unreachable');
}
