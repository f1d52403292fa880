import type { DescMessage } from '@bufbuild/protobuf';
import { CredentialRefusedSchema } from './gen/ridgeline/connection/v1/refusal_pb.ts';
import { UserAccessChangedSchema } from './gen/ridgeline/identity/v1/user_pb.ts';
import { StartRunSchema } from './gen/ridgeline/migration/v1/command_pb.ts';
import { RunReportSchema } from './gen/ridgeline/migration/v1/report_pb.ts';
import { MigrationUpdatedSchema } from './gen/ridgeline/migration/v1/update_pb.ts';
import { ValidationResultSchema } from './gen/ridgeline/validation/v1/result_pb.ts';

/** A topic: its name, the schema of its values and how many partitions it is created with. */
export interface Topic<Schema extends DescMessage = DescMessage> {
  readonly name: string;
  readonly schema: Schema;
  readonly partitions: number;
}

/** Every topic of the product. Names are `ridgeline.<domain>.<entity>.v1`; the key is the aggregate's id. */
export const topics = {
  /** Key: migration id. Orchestrator -> workers. */
  migrationCommand: { name: 'ridgeline.migration.command.v1', schema: StartRunSchema, partitions: 6 },
  /** Key: migration id. Workers -> orchestrator. */
  migrationReport: { name: 'ridgeline.migration.report.v1', schema: RunReportSchema, partitions: 6 },
  /** Key: company id. Orchestrator -> gateways. */
  migrationUpdate: { name: 'ridgeline.migration.update.v1', schema: MigrationUpdatedSchema, partitions: 6 },
  /** Key: user id. Auth -> gateways. */
  identityUser: { name: 'ridgeline.identity.user.v1', schema: UserAccessChangedSchema, partitions: 3 },
  /** Key: connection id. Workers -> validation. */
  connectionRefusal: {
    name: 'ridgeline.connection.refusal.v1',
    schema: CredentialRefusedSchema,
    partitions: 3,
  },
  /** Key: connection id. Validation -> connection. */
  validationResult: { name: 'ridgeline.validation.result.v1', schema: ValidationResultSchema, partitions: 3 },
} as const satisfies Record<string, Topic>;

/** Where events of a topic go that cannot be handled, with the reason in a header. */
export function deadLetterTopic(topic: string): string {
  return `${topic}.dlq`;
}
