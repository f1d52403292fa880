import { startTelemetry } from '@ridgeline/kit/telemetry';

await startTelemetry('migration-worker');
const { run } = await import('./app.ts');
await run();
