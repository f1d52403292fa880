import type { DescMessage, MessageShape } from '@bufbuild/protobuf';
import { AuditEntryMadeSchema } from './gen/ridgeline/audit/v1/entry_pb.ts';
import { ConnectionStoppedSchema } from './gen/ridgeline/connection/v1/alert_pb.ts';
import { ConnectionChangedSchema } from './gen/ridgeline/connection/v1/connection_pb.ts';
import { SaveStepChangedSchema } from './gen/ridgeline/connection/v1/operation_pb.ts';
import { CredentialRefusedSchema } from './gen/ridgeline/connection/v1/refusal_pb.ts';
import { UserAccessChangedSchema } from './gen/ridgeline/identity/v1/user_pb.ts';
import { StartRunSchema } from './gen/ridgeline/migration/v1/command_pb.ts';
import { RunReportSchema } from './gen/ridgeline/migration/v1/report_pb.ts';
import { MigrationUpdatedSchema } from './gen/ridgeline/migration/v1/update_pb.ts';
import { RecordsChangedSchema } from './gen/ridgeline/source/v1/record_pb.ts';
import { SyncReportSchema } from './gen/ridgeline/sync/v1/report_pb.ts';
import { SyncUpdatedSchema } from './gen/ridgeline/sync/v1/update_pb.ts';
import { ValidationResultSchema } from './gen/ridgeline/validation/v1/result_pb.ts';

/** The aggregate of an event: the envelope of a value (key, company) must agree with the value. */
export interface Subject {
  /** The aggregate's id, by which the topic is keyed; null when the key is the company. */
  readonly id: number | null;
  /** Null where the value does not name it. */
  readonly companyId: string | null;
}

/** A topic: its name, the schema of its values and how many partitions it is created with. */
export interface Topic<Schema extends DescMessage = DescMessage> {
  readonly name: string;
  readonly schema: Schema;
  readonly partitions: number;
  /**
   * The subject that a value names; null where neither value nor key names one. An event that contradicts itself is refused
   * by every consumer.
   */
  subjectOf(value: MessageShape<Schema>): Subject | null;
}

/** Every topic of the product. Names are `ridgeline.<domain>.<entity>.v1`; the key is the aggregate's id. */
export const topics = {
  /** Key: migration id. Orchestrator -> workers. */
  migrationCommand: {
    name: 'ridgeline.migration.command.v1',
    schema: StartRunSchema,
    partitions: 6,
    subjectOf: ({ migrationId, companyId }) => ({ id: migrationId, companyId }),
  } satisfies Topic<typeof StartRunSchema>,
  /** Key: migration id. Workers -> orchestrator. */
  migrationReport: {
    name: 'ridgeline.migration.report.v1',
    schema: RunReportSchema,
    partitions: 6,
    subjectOf: ({ migrationId }) => ({ id: migrationId, companyId: null }),
  } satisfies Topic<typeof RunReportSchema>,
  /** Key: company id. Orchestrator -> gateways. */
  migrationUpdate: {
    name: 'ridgeline.migration.update.v1',
    schema: MigrationUpdatedSchema,
    partitions: 6,
    subjectOf: () => ({ id: null, companyId: null }),
  } satisfies Topic<typeof MigrationUpdatedSchema>,
  /** Key: connection id. Connection -> orchestrator. */
  sourceRecord: {
    name: 'ridgeline.source.record.v1',
    schema: RecordsChangedSchema,
    partitions: 6,
    subjectOf: ({ connectionId, companyId }) => ({ id: connectionId, companyId }),
  } satisfies Topic<typeof RecordsChangedSchema>,
  /** Key: sync id. Workers -> orchestrator. */
  syncReport: {
    name: 'ridgeline.sync.report.v1',
    schema: SyncReportSchema,
    partitions: 6,
    subjectOf: ({ syncId }) => ({ id: syncId, companyId: null }),
  } satisfies Topic<typeof SyncReportSchema>,
  /** Key: company id. Orchestrator -> gateways, connection. */
  syncUpdate: {
    name: 'ridgeline.sync.update.v1',
    schema: SyncUpdatedSchema,
    partitions: 6,
    subjectOf: ({ companyId }) => ({ id: null, companyId }),
  } satisfies Topic<typeof SyncUpdatedSchema>,
  /** Key: company id. Every service that records what users do -> auth. */
  auditEntry: {
    name: 'ridgeline.audit.entry.v1',
    schema: AuditEntryMadeSchema,
    partitions: 3,
    subjectOf: ({ companyId }) => ({ id: null, companyId }),
  } satisfies Topic<typeof AuditEntryMadeSchema>,
  /** Key: user id. Auth -> gateways. */
  identityUser: {
    name: 'ridgeline.identity.user.v1',
    schema: UserAccessChangedSchema,
    partitions: 3,
    subjectOf: ({ userId, companyId }) => ({ id: userId, companyId }),
  } satisfies Topic<typeof UserAccessChangedSchema>,
  /** Key: connection id. Workers -> validation, connection. */
  connectionRefusal: {
    name: 'ridgeline.connection.refusal.v1',
    schema: CredentialRefusedSchema,
    partitions: 3,
    subjectOf: ({ connectionId, companyId }) => ({ id: connectionId, companyId }),
  } satisfies Topic<typeof CredentialRefusedSchema>,
  /** Key: connection id. Connection -> gateways, validation. */
  connection: {
    name: 'ridgeline.connection.connection.v1',
    schema: ConnectionChangedSchema,
    partitions: 3,
    subjectOf: ({ connectionId, companyId }) => ({ id: connectionId, companyId }),
  } satisfies Topic<typeof ConnectionChangedSchema>,
  /** Key: connection id. Connection -> auth, which emails the company. */
  connectionAlert: {
    name: 'ridgeline.connection.alert.v1',
    schema: ConnectionStoppedSchema,
    partitions: 3,
    subjectOf: ({ connectionId, companyId }) => ({ id: connectionId, companyId }),
  } satisfies Topic<typeof ConnectionStoppedSchema>,
  /** Key: company id. Validation, connection -> gateways. */
  saveStep: {
    name: 'ridgeline.connection.operation.v1',
    schema: SaveStepChangedSchema,
    partitions: 3,
    subjectOf: ({ companyId }) => ({ id: null, companyId }),
  } satisfies Topic<typeof SaveStepChangedSchema>,
  /** Key: connection id. Validation -> connection. */
  validationResult: {
    name: 'ridgeline.validation.result.v1',
    schema: ValidationResultSchema,
    partitions: 3,
    subjectOf: ({ connectionId, companyId }) => ({ id: connectionId, companyId }),
  } satisfies Topic<typeof ValidationResultSchema>,
} as const;

/** The topic for events that cannot be handled, with the reason in a header. */
export function deadLetterTopic(topic: string): string {
  return `${topic}.dlq`;
}
