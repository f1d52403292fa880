import { startTelemetry } from '@ridgeline/kit/telemetry';

await startTelemetry('migration-orchestrator');
const { run } = await import('./app.ts');
await run();
