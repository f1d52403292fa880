import type { ConnectionSecrets } from '@ridgeline/contracts/internal';
import { RunFailed, RunStopped } from '../base/run-errors.ts';
import type { RunVendors } from './open-vendors.ts';
import type { RunVendorClient } from './run-vendor-client.ts';

/** What it takes to go on with credentials that were changed while a run goes on. */
export interface Renewal {
  /** The connection's credentials as they are stored now. */
  readonly fetch: () => Promise<ConnectionSecrets>;
  readonly open: (secrets: ConnectionSecrets) => RunVendors;
}

/** Credentials, the way to the vendors with them, and, once they were refused, whether others took their place. */
interface Generation {
  readonly secrets: ConnectionSecrets;
  readonly vendors: RunVendors;
  renewed: Promise<boolean> | null;
}

/**
 * Both vendors of a run. When a vendor refuses the credential, the stored ones are asked for, once for all calls that meet
 * the refusal: if they differ, those calls and all later ones go out with them; if not, the refusal is the run's end. Calls
 * reach a client only when they are made, so that nobody holds on to an earlier one.
 */
export function renewableVendors(first: ConnectionSecrets, { fetch, open }: Renewal): RunVendors {
  const generation = (secrets: ConnectionSecrets): Generation => ({
    secrets,
    vendors: open(secrets),
    renewed: null,
  });
  let current = generation(first);

  const renew = async (refused: Generation): Promise<boolean> => {
    const stored = await fetch().catch((error: unknown) => {
      // The run stops anyway: then the refusal is what there is to tell.
      if (error instanceof RunStopped) return refused.secrets;
      throw error;
    });
    if (!isSuccessor(stored, refused.secrets)) return false;
    current = generation(stored);
    return true;
  };

  const settling = (vendor: keyof RunVendors): Pick<RunVendorClient, 'settle'> => ({
    async settle(signals, call) {
      for (;;) {
        const used = current;
        try {
          return await used.vendors[vendor].calls.settle(signals, call);
        } catch (error) {
          if (!(error instanceof RunFailed) || error.refusedBy === null) throw error;
          if (!(await (used.renewed ??= renew(used)))) throw error;
        }
      }
    },
  });

  const { acculynx, hubspot } = current.vendors;
  return {
    acculynx: {
      client: forwarded(acculynx.client, () => current.vendors.acculynx.client),
      calls: settling('acculynx'),
      stopping: acculynx.stopping,
    },
    hubspot: {
      client: forwarded(hubspot.client, () => current.vendors.hubspot.client),
      calls: settling('hubspot'),
    },
  };
}

/** Other credentials, and of the same portal: a run may write to no other. */
function isSuccessor(stored: ConnectionSecrets, refused: ConnectionSecrets): boolean {
  const differ = stored.acculynxApiKey !== refused.acculynxApiKey || stored.hubspotPat !== refused.hubspotPat;
  return differ && stored.hubSpotPortalId === refused.hubSpotPortalId;
}

/** A client whose calls are those of the present one. */
function forwarded<Client extends object>(first: Client, present: () => Client): Client {
  return new Proxy(first, { get: (_first, call): unknown => Reflect.get(present(), call) });
}
