import { pause, retry, type RetryPolicy } from '@ridgeline/kit';
import type { Ok, Rejected } from '@ridgeline/vendor-http';
import { isRefusedAsAWhole } from './hubspot-outcome.ts';
import type { HubspotProblem } from './hubspot-problem.ts';
import { withOptions, type PropertyOption } from './options.ts';
import { takesOptions, type PropertyDetails } from './properties.ts';

/** How patiently HubSpot is polled until it shows a change. */
export interface Looks {
  readonly firstMs: number;
  readonly policy: RetryPolicy;
}

/** HubSpot has shown new properties and options after 0.25 to 0.7 s (docs/vendors/hubspot.md, 12); about ten seconds in all. */
export const definitionLooks: Looks = {
  firstMs: 250,
  policy: { attempts: 12, baseMs: 375, capMs: 1_000, jitter: [1, 1], maxWaitMs: Infinity },
};

/** Replaces the options of a property with these. */
export type WriteOptions = (
  options: readonly PropertyOption[],
) => Promise<Ok<PropertyDetails> | Rejected<HubspotProblem>>;

/** One property as its options are added. */
export interface OptionProperty {
  readonly read: () => Promise<PropertyDetails>;
  readonly write: WriteOptions;
}

/** Why a label has no option after all. */
export type UnfitReason = 'too-many' | 'too-long' | 'read-only' | 'refused';

/** The result of adding options to a property. */
export interface AddedOptions {
  /** The property as it is now. */
  readonly property: PropertyDetails;
  /** The labels of the options that are new. */
  readonly added: readonly string[];
  /** The labels that could not be added. */
  readonly unfit: readonly { readonly label: string; readonly reason: UnfitReason }[];
}

export interface AddOptionsRules {
  readonly signal: AbortSignal;
  readonly looks?: Looks | undefined;
  /** The maximum number of calls for finding the labels because of which HubSpot rejects a list. */
  readonly maxWrites: number;
}

/** The lock under which options are added, so that only one process at a time does so. */
export const optionsLock = (portalId: string, property: string): string =>
  `hubspot-options:${portalId}:deals:${property}`;

class NotShownYet extends Error {}

/**
 * Adds the options that a property lacks for these labels; existing ones are not removed, renamed or moved. To be called
 * under `optionsLock`, because HubSpot replaces the whole list: it is read, extended and written, and the lock is released
 * when HubSpot shows the change, so that the next reader sees it. Throws what reading and writing throw, and the signal's
 * reason.
 */
export async function addOptions(
  { read, write }: OptionProperty,
  labels: readonly string[],
  { signal, looks = definitionLooks, maxWrites }: AddOptionsRules,
): Promise<AddedOptions> {
  const property = await read();
  const missing = withOptions(property.options, labels);
  if (missing.added.length === 0) return { property, added: [], unfit: missing.unfit };
  if (!takesOptions(property)) {
    const readOnly = missing.added.map(({ label }) => ({ label, reason: 'read-only' as const }));
    return { property, added: [], unfit: [...missing.unfit, ...readOnly] };
  }
  const { property: written, ...result } = await writeInParts(property, labels, { write, maxWrites });
  if (written === property) return { property, ...result };
  await pause(looks.firstMs, signal);
  const look = async (): Promise<PropertyDetails> => {
    const listed = await read();
    const shown = new Set(listed.options.map(({ value }) => value));
    if (!written.options.every(({ value }) => shown.has(value))) throw new NotShownYet();
    return listed;
  };
  const shouldRetry = (error: unknown): boolean => error instanceof NotShownYet;
  const shown = await retry(looks.policy, look, { signal, shouldRetry }).catch((error: unknown) => {
    // The write was accepted, so a longer delay is not waited for.
    if (!shouldRetry(error)) throw error;
    return written;
  });
  return { property: shown, ...result };
}

/**
 * Writes the options for these labels. When HubSpot rejects the list, it does not say because of which label: the list is
 * halved until each culprit is alone. Every call contains all options that the property has by then.
 */
export async function writeInParts(
  property: PropertyDetails,
  labels: readonly string[],
  { write, maxWrites }: { readonly write: WriteOptions; readonly maxWrites: number },
): Promise<AddedOptions> {
  const unfit: AddedOptions['unfit'][number][] = [];
  let present = property;
  let writes = 0;
  const open: (readonly string[])[] = [labels];
  for (let part = open.shift(); part; part = open.shift()) {
    const { options, added, unfit: withoutRoom } = withOptions(present.options, part);
    unfit.push(...withoutRoom);
    if (added.length === 0) continue;
    const answer = writes < maxWrites ? await write(options) : null;
    writes += 1;
    if (answer?.outcome === 'ok') {
      present = { ...answer.value, options: [...options] };
      continue;
    }
    const refused = added.map(({ label }) => label);
    const middle = Math.ceil(refused.length / 2);
    if (answer && isRefusedAsAWhole(answer) && refused.length > 1)
      open.unshift(refused.slice(0, middle), refused.slice(middle));
    else unfit.push(...refused.map((label) => ({ label, reason: 'refused' as const })));
  }
  const added = present.options.slice(property.options.length).map(({ label }) => label);
  return { property: present, added, unfit };
}
