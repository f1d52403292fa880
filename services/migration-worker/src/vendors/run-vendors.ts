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

/** One vendor as a run uses it: within its limits, for as long as it takes, and only while the lease is held. */
export interface RunVendor<Client> {
  /**
   * Makes a call of the present client and repeats it as long as the vendor limits it or is unreachable. The call has to
   * hand its signals on to the client. Throws `RunFailed` when the credential is refused and no other one is stored, and a
   * signal's reason when aborted.
   */
  settle<Value, Problem extends VendorProblem>(
    signals: CallSignals,
    call: (client: Client, signals: CallSignals) => Promise<VendorOutcome<Value, Problem>>,
  ): Promise<Ok<Value> | Rejected<Problem>>;
}

/** HubSpot for one run. */
export type HubspotAccess = RunVendor<HubspotClient>;

/** AccuLynx for one run; `Calls` are those of its client that are used. */
export interface AcculynxAccess<Calls extends keyof AcculynxClient = keyof AcculynxClient> extends RunVendor<
  Pick<AcculynxClient, Calls>
> {
  /** No call is begun any more once it is aborted. */
  readonly stopping: AbortSignal;
  /** The latest moment of the orchestrator's database that was received: what is read from now on is newer. */
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
  /** Whether no call may change HubSpot, whatever asks for it: for a dry run. */
  readonly isDryRun?: boolean;
}

/** Credentials, the vendors with them, and, once they were refused, whether others took their place. */
interface Generation {
  readonly secrets: ConnectionSecrets;
  readonly acculynx: GovernedVendor<AcculynxClient>;
  readonly hubspot: GovernedVendor<HubspotClient>;
  renewed: Promise<boolean> | null;
}

/**
 * Both vendors of a run. When a vendor refuses the credential, the stored ones are fetched, once for all calls that meet the
 * refusal: if they differ, those calls and all later ones go out with them; if not, the refusal is the run's end. A portal
 * has one run at a time, so that what a run's calls know of an outage is what the account's calls know.
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
      // The run stops anyway: then the refusal is what there is to report.
      if (error instanceof RunStopped) return refused.secrets;
      throw error;
    });
    if (!isSuccessor(stored, refused.secrets)) return false;
    current = generation(stored);
    return true;
  };

  /** Where a run's calls become outcomes or end the run. */
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

/** Other credentials, and of the same portal: a run may write to no other. */
function isSuccessor(stored: ConnectionSecrets, refused: ConnectionSecrets): boolean {
  const differ = stored.acculynxApiKey !== refused.acculynxApiKey || stored.hubspotPat !== refused.hubspotPat;
  return differ && stored.hubSpotPortalId === refused.hubSpotPortalId;
}
