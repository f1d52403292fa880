export * from './connection-calls.ts';
export * from './connection-defaults.ts';
export * from './connection.ts';
export * from './credentials.ts';
export * from './deal-settings.ts';
export * from './hubspot-calls.ts';
export * from './hubspot-scopes.ts';
export * from './save-operation.ts';
