/** The catalogue's errors about migrations. */
export const migrationErrors = {
  'migration.type_required': { status: 400, text: 'Please select a migration type' },
  'migration.connection_required': { status: 400, text: 'Please select at least one connection' },
  'migration.connection_invalid': {
    status: 409,
    text: 'This connection has credentials that are not valid. Update the connection, then start the migration.',
  },
  'migration.batch_size_range': { status: 400, text: 'Batch size must be a whole number from 1 to 100' },
  'migration.concurrency_range': { status: 400, text: 'Concurrency must be a whole number from 1 to 10' },
  'migration.delay_range': {
    status: 400,
    text: 'Delay must be a whole number of milliseconds from 0 to 60000',
  },
  'migration.log_limit_range': { status: 400, text: 'Limit must be a whole number from 1 to 10000' },
  'migration.too_many_queued': {
    status: 429,
    text: 'Your company has 1,000 migrations waiting already. Wait until some of them are done, or cancel some.',
  },
  'migration.not_found': { status: 404, text: 'This migration does not exist' },
  'record.not_found': { status: 404, text: 'No migration has planned this record' },
  'duplicate.not_found': {
    status: 404,
    text: 'This dry run did not find this record, or this HubSpot record, to be a possible duplicate',
  },
  'duplicate.counterpart_taken': {
    status: 409,
    text: 'Another AccuLynx record is linked to this HubSpot record already',
  },
  'duplicate.copied_since': {
    status: 409,
    text: 'This record was copied to another HubSpot record after this dry run. Start a new dry run.',
  },
  'migration.not_cancellable': {
    status: 409,
    text: 'Only a queued or running migration can be cancelled; this one has already ended',
  },
  'migration.not_pausable': {
    status: 409,
    text: 'Only a queued or running migration can be paused; this one has already ended',
  },
  'migration.not_resumable': {
    status: 409,
    text: 'Only a paused migration can be resumed; this one has already ended',
  },
  'migration.not_ended': {
    status: 409,
    text: 'This migration has not ended yet. Wait until it ends, or cancel it.',
  },
  'migration.not_a_plan': {
    status: 409,
    text: 'Only the plan of a completed dry run can be run. Start a dry run first.',
  },
  'migration.plan_expired': {
    status: 409,
    text: 'The plan of this dry run is no longer stored. Start a new dry run.',
  },
  'migration.nothing_to_retry': {
    status: 409,
    text: 'No record of this migration fits. Choose other records or another cause.',
  },
  'migration.correction_invalid': {
    status: 400,
    text: 'A corrected value does not fit its HubSpot property',
  },
  'migration.nothing_to_undo': {
    status: 409,
    text: 'This migration wrote nothing to HubSpot, so that there is nothing to undo',
  },
  'migration.undone_already': {
    status: 409,
    text: 'This migration is being undone, or was undone already',
  },
  'migration.nothing_to_check': {
    status: 409,
    text: 'There is nothing to check: this migration wrote no records whose values are still known, or it is a dry run or an undo',
  },
  'migration.check_open': {
    status: 409,
    text: 'This migration is being checked already. Wait until that check ends.',
  },
} as const;
