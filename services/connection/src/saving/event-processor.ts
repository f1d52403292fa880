import { fieldError } from '@ridgeline/kit';
import { probePublicUrl, publicUrlProblem } from '@ridgeline/public-address';

/** Says whether an address is public, and whether anybody answers there. */
export interface AddressCheck {
  problem(url: string): ReturnType<typeof publicUrlProblem>;
  probe(url: string): Promise<{ readonly outcome: 'answered' | 'unreachable' }>;
}

const probeTimeoutMs = 4_000;

/** The check on the internet. */
export const internetAddressCheck: AddressCheck = {
  problem: (url) => publicUrlProblem(url),
  probe: (url) => probePublicUrl(url, { timeoutMs: probeTimeoutMs }),
};

const field = 'customEventProcessorUrl';

/** Throws unless AccuLynx can send events to the address: https, public, and somebody answers. */
export async function requireEventProcessor(check: AddressCheck, url: string): Promise<void> {
  const problem = await check.problem(url);
  if (problem === 'unresolvable') throw fieldError(field, 'connection.event_processor_unreachable');
  if (problem !== null) throw fieldError(field, 'connection.event_processor_invalid');
  const { outcome } = await check.probe(url);
  if (outcome === 'unreachable') throw fieldError(field, 'connection.event_processor_unreachable');
}
