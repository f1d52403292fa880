import { dealProperties } from '@ridgeline/contracts';
import type { Days, JobAssignment } from '@ridgeline/acculynx';
import { labelsOf } from '../../hubspot-io/property-labels.ts';
import { sharedWarning, type RecordWarning } from '../../plans/planned-record.ts';

// What a migration's log says of single jobs. Names are as in `jobName`; another job is never named.

/** What people call a property of deals. */
export const labelOf = labelsOf(dealProperties);

/** `days` are those of creation. */
export const jobsCutOff = (assignment: JobAssignment, days: Days | null): string => {
  const created = days
    ? ` that were created ${days.from === days.to ? `on ${days.from}` : `from ${days.from} to ${days.to}`}`
    : '';
  return `AccuLynx has more ${assignment} jobs${created} than it hands out: only the earliest of them were read`;
};

/** A value that has no option. */
export interface LeftOut {
  readonly label: string;
  /** Whether what HubSpot held from an earlier run is taken away. */
  readonly isBlanked: boolean;
}

const whatWasDone = ({ isBlanked }: LeftOut): string =>
  isBlanked ? 'the value that AccuLynx had before was cleared' : 'the value was left out';

/** There is no option for a value, and none is to be added. */
export const optionMissing = (name: string, property: string, what: LeftOut): RecordWarning =>
  sharedWarning(
    'option_missing',
    name,
    `HubSpot has no option "${what.label}" for ${labelOf(property)}; ${whatWasDone(what)}`,
  );

/** Why an option could not be added. */
export type UnfitReason = 'too-many' | 'too-long' | 'read-only' | 'refused';

const unfitWords: Readonly<Record<UnfitReason, string>> = {
  'too-many': 'the property has as many options as HubSpot allows',
  'too-long': 'it is too long',
  'read-only': 'the property takes no options',
  refused: 'HubSpot refused it',
};

export const optionNotAdded = (
  name: string,
  property: string,
  { reason, ...what }: LeftOut & { readonly reason: UnfitReason },
): RecordWarning =>
  sharedWarning(
    'option_not_added',
    name,
    `the option "${what.label}" could not be added to ${labelOf(property)}, because ${unfitWords[reason]}; ${whatWasDone(what)}`,
  );

/** HubSpot does not accept a value that looked good to us. */
export const valueRefused = (name: string, property: string, value: string): RecordWarning =>
  sharedWarning(
    'value_refused',
    name,
    `HubSpot does not accept "${value}" for ${labelOf(property)}; it was left out`,
  );

/** AccuLynx names a contact of the job without its id. */
export const contactUnreadable = (name: string): RecordWarning =>
  sharedWarning(
    'contact_unreadable',
    name,
    'AccuLynx does not say who one of its contacts is; the deal was copied without that contact',
  );

export const dealWasDeleted = (name: string): RecordWarning => ({
  code: 'deal_was_deleted',
  message: `${name}: its deal was deleted in HubSpot; a new one is created`,
  many: 'their deals were deleted in HubSpot; new ones are created',
});

/** Two links can lead to one record. */
export const dealShared = (name: string): RecordWarning => ({
  code: 'record_shared',
  message: `${name}: another AccuLynx job goes to the HubSpot deal that this one was; it becomes a deal of its own`,
});

export const dealMerged = (name: string): string =>
  `${name}: its deal was merged into the deal of another job in HubSpot; nothing is written`;

/** A lead that was copied is dead now, and dead ones are not copied. */
export const leadDied = (name: string): string =>
  `${name}: the lead is dead in AccuLynx, and dead leads are not copied; its deal is still open in HubSpot`;

/** People typed another id over the job's. */
export const dealIdChanged = (name: string, found: string): string =>
  `${name}: its deal has "${found}" for AccuLynx job id in HubSpot, which is not the id of the job; nothing is written`;

/** HubSpot refuses a stage, so that the milestone waits for it too: the next run tries both again. */
export const stageNotMoved = (name: string, stage: string): RecordWarning =>
  sharedWarning(
    'stage_not_moved',
    name,
    `HubSpot does not take its deal in the stage "${stage}"; the deal stays where it is, with its former milestone`,
  );
