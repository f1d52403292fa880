import type { WarningCode } from '@ridgeline/contracts';
import type {
  PlannedCreate,
  PlannedRecord,
  PlannedUpdate,
  PlannedWrite,
  RecordWarning,
} from '@ridgeline/contracts/internal';

/** A warning whose words are the same for one record and for many; `field` is the HubSpot property that it is about. */
export const sharedWarning = (code: WarningCode, words: string, field?: string): RecordWarning => ({
  code,
  message: words,
  many: words,
  ...(field === undefined ? {} : { field }),
});

export const isCreate = (record: PlannedRecord): record is PlannedCreate => record.action === 'create';
export const isUpdate = (record: PlannedRecord): record is PlannedUpdate => record.action === 'update';
export const isWrite = (record: PlannedRecord): record is PlannedWrite =>
  isCreate(record) || isUpdate(record);
