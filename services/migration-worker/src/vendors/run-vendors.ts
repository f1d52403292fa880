import type { AcculynxClient } from '@ridgeline/acculynx';
import type { ConnectionSecrets } from '@ridgeline/contracts/internal';
import {
  refusalText,
  waitReason,
  type CallSignals,
  type GovernedVendor,
  type GovernedVendors,
} from '@ridgeline/governed-vendors';
import { readOnlyClient, type HubspotClient } from '@ridgeline/hubspot';
import type { Ok, Rejected, VendorOutcome, VendorProblem } from '@ridgeline/vendor-http';
import { RunFailed, thenAgain, RunStopped, type Vendor } from '../base/run-errors.ts';
import type { Lease } from '../lease/lease.ts';
import type { WaitTracker } from '../waiting/wait-tracker.ts';

export { reading, type CallSignals } from '@ridgeline/governed-vendors';

/** One vendor as a run uses it: within its limits, retried as long as necessary, and only while the lease is held. */
export interface RunVendor<Client> {
  /**
   * Makes a call with the current client and repeats it as long as the vendor limits it or is unreachable. The call must pass
   * its signals on to the client. Throws `RunFailed` when the credential is refused and no other one is stored, and a
   * signal's reason when aborted.
   */
  settle<Value, Problem extends VendorProblem>(
    signals: CallSignals,
    call: (client: Client, signals: CallSignals) => Promise<VendorOutcome<Value, Problem>>,
  ): Promise<Ok<Value> | Rejected<Problem>>;
}

/** HubSpot for one run. */
export type HubspotAccess = RunVendor<HubspotClient>;

/** AccuLynx for one run; `Calls` are the client's calls that are used. */
export interface AcculynxAccess<Calls extends keyof AcculynxClient = keyof AcculynxClient> extends RunVendor<
  Pick<AcculynxClient, Calls>
> {
  /** No call is started after this aborts. */
  readonly stopping: AbortSignal;
  /** The latest database time received from the orchestrator: anything read from now on is newer. */
  readonly databaseTime?: () => string | undefined;
}

/** The two vendors as one run uses them. */
export interface RunVendors {
  readonly acculynx: AcculynxAccess;
  readonly hubspot: HubspotAccess;
}

/** Opens both vendors for the calls of one run: under its lease, which is checked before each request, and with its waits. */
export type OpenVendors = (run: { readonly guard: Lease; readonly waits: WaitTracker }) => GovernedVendors;

/** What a run's calls need in addition to its first credentials. */
export interface RunVendorsParts {
  /** Opens both vendors for any credential. */
  readonly vendors: GovernedVendors;
  /** The connection's credentials as they are stored now. */
  readonly fetch: () => Promise<ConnectionSecrets>;
  readonly waits: Pick<WaitTracker, 'cameOn'>;
  readonly lease: Pick<Lease, 'stopping' | 'databaseTime'>;
  /** Whether calls that change HubSpot are forbidden, as in a dry run. */
  readonly isDryRun?: boolean;
}

/** A set of credentials, the vendors that use them, and, once they were refused, whether others have replaced them. */
interface Generation {
  readonly secrets: ConnectionSecrets;
  readonly acculynx: GovernedVendor<AcculynxClient>;
  readonly hubspot: GovernedVendor<HubspotClient>;
  renewed: Promise<boolean> | null;
}

/**
 * Both vendors of a run. When a vendor refuses the credential, the stored credentials are fetched, once for all affected
 * calls. If they differ, these and all later calls use them; if not, the refusal ends the run. A portal has only one run at a
 * time, so that what a run's calls know of an outage holds for the whole account.
 */
export function runVendors(
  first: ConnectionSecrets,
  { vendors, fetch, waits, lease, isDryRun = false }: RunVendorsParts,
): RunVendors {
  const generation = (secrets: ConnectionSecrets): Generation => ({
    secrets,
    acculynx: vendors.acculynx(secrets.acculynxApiKey),
    hubspot: vendors.hubspot(secrets.hubspotPat),
    renewed: null,
  });
  let current = generation(first);

  const renew = async (refused: Generation): Promise<boolean> => {
    const stored = await fetch().catch((error: unknown) => {
      // The run stops anyway, so the refusal is reported.
      if (error instanceof RunStopped) return refused.secrets;
      throw error;
    });
    if (!isSuccessor(stored, refused.secrets)) return false;
    current = generation(stored);
    return true;
  };

  /** Wraps a client so that its calls return outcomes or end the run. */
  const settling = <Client>(
    vendor: Vendor,
    of: (generation: Generation) => GovernedVendor<Client>,
    asUsed: (client: Client) => Client = (client) => client,
  ): RunVendor<Client> => ({
    async settle(signals, call) {
      for (;;) {
        const used = current;
        const outcome = await of(used).attempt(signals, (client, until) => call(asUsed(client), until));
        waits.cameOn(vendor);
        if (outcome.outcome === 'ok' || outcome.outcome === 'rejected') return outcome;
        if (outcome.outcome !== 'refused') throw new RunFailed(waitReason(vendor, outcome).text);
        if (!(await (used.renewed ??= renew(used))))
          throw new RunFailed(refusalText(vendor, outcome), { refusedBy: vendor, again: thenAgain });
      }
    },
  });

  return {
    acculynx: {
      ...settling('AccuLynx', ({ acculynx }) => acculynx),
      stopping: lease.stopping,
      databaseTime: () => lease.databaseTime,
    },
    hubspot: settling('HubSpot', ({ hubspot }) => hubspot, isDryRun ? readOnlyClient : undefined),
  };
}

/** Different credentials for the same portal: a run may write to no other. */
function isSuccessor(stored: ConnectionSecrets, refused: ConnectionSecrets): boolean {
  const differ = stored.acculynxApiKey !== refused.acculynxApiKey || stored.hubspotPat !== refused.hubspotPat;
  return differ && stored.hubSpotPortalId === refused.hubSpotPortalId;
}
