/** What starts a service and answers its calls. It is separate because it loads Express, which the rest does without. */
export * from './http/download.ts';
export * from './http/request-metrics.ts';
export * from './http/service-app.ts';
export * from './identity/identity-verifier.ts';
export * from './lifecycle/health-server.ts';
export * from './lifecycle/run-service.ts';
