import { startTelemetry } from '@ridgeline/kit/telemetry';

await startTelemetry('connection');
const { run } = await import('./app.ts');
await run();
