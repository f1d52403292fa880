export * from './event.ts';
export * from './gen/ridgeline/connection/v1/refusal_pb.ts';
export * from './gen/ridgeline/identity/v1/user_pb.ts';
export * from './gen/ridgeline/migration/v1/command_pb.ts';
export * from './gen/ridgeline/migration/v1/report_pb.ts';
export * from './gen/ridgeline/migration/v1/update_pb.ts';
export * from './gen/ridgeline/validation/v1/result_pb.ts';
export * from './topics.ts';
