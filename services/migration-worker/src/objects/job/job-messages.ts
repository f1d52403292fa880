import { dealProperties } from '@ridgeline/contracts';
import type { Days, JobAssignment } from '@ridgeline/acculynx';
import type { RecordWarning } from '@ridgeline/contracts/internal';
import { type UnfitReason } from '@ridgeline/hubspot';
import { labelsOf } from '../../hubspot-io/mapping-row.ts';
import { sharedWarning } from '../../plans/planned-record.ts';

// What a migration's log says about single jobs, after their names and a colon; another job is never named.

/** The label of a property of deals. */
export const labelOf = labelsOf(dealProperties);

/** `days` are days of creation. */
export const jobsCutOff = (assignment: JobAssignment, days: Days | null): string => {
  const created = days
    ? ` that were created ${days.from === days.to ? `on ${days.from}` : `from ${days.from} to ${days.to}`}`
    : '';
  return `AccuLynx has more ${assignment} jobs${created} than it hands out: only the earliest of them were read`;
};

/** A value that has no option. */
export interface LeftOut {
  readonly label: string;
  /** Whether the value that an earlier run wrote to HubSpot is cleared. */
  readonly isBlanked: boolean;
}

const whatWasDone = ({ isBlanked }: LeftOut): string =>
  isBlanked ? 'the value that AccuLynx had before was cleared' : 'the value was left out';

/** There is no option for a value, and none may be added. */
export const optionMissing = (property: string, what: LeftOut): RecordWarning =>
  sharedWarning(
    'option_missing',
    `HubSpot has no option "${what.label}" for ${labelOf(property)}; ${whatWasDone(what)}`,
    property,
  );

const unfitWords: Readonly<Record<UnfitReason, string>> = {
  'too-many': 'the property has as many options as HubSpot allows',
  'too-long': 'it is too long',
  'read-only': 'the property takes no options',
  refused: 'HubSpot refused it',
};

export const optionNotAdded = (
  property: string,
  { reason, ...what }: LeftOut & { readonly reason: UnfitReason },
): RecordWarning =>
  sharedWarning(
    'option_not_added',
    `the option "${what.label}" could not be added to ${labelOf(property)}, because ${unfitWords[reason]}; ${whatWasDone(what)}`,
    property,
  );

/** HubSpot does not accept a value that looked valid to us. */
export const valueRefused = (property: string, value: string): RecordWarning =>
  sharedWarning(
    'value_refused',
    `HubSpot does not accept "${value}" for ${labelOf(property)}; it was left out`,
    property,
  );

/** AccuLynx names a contact of the job without its id. */
export const contactUnreadable = sharedWarning(
  'contact_unreadable',
  'AccuLynx does not say who one of its contacts is; the deal was copied without that contact',
);

export const dealWasDeleted: RecordWarning = {
  code: 'deal_was_deleted',
  message: 'its deal was deleted in HubSpot; a new one is created',
  many: 'their deals were deleted in HubSpot; new ones are created',
};

/** Two links can lead to the same record. */
export const dealShared: RecordWarning = {
  code: 'record_shared',
  message: 'another AccuLynx job goes to the HubSpot deal that this one was; it becomes a deal of its own',
};

export const dealMerged = 'its deal was merged into the deal of another job in HubSpot; nothing is written';

/** A lead that was copied is dead now, and dead leads are not copied. */
export const leadDied =
  'the lead is dead in AccuLynx, and dead leads are not copied; its deal is still open in HubSpot';

/** A user replaced the job's id with another one. */
export const dealIdChanged = (found: string): string =>
  `its deal has "${found}" for AccuLynx job id in HubSpot, which is not the id of the job; nothing is written`;

/** HubSpot rejects a stage, so the milestone is not written either: the next run tries both again. */
export const stageNotMoved = (stage: string): RecordWarning =>
  sharedWarning(
    'stage_not_moved',
    `HubSpot does not take its deal in the stage "${stage}"; the deal stays where it is, with its former milestone`,
  );
