import { startTelemetry } from '@ridgeline/kit/telemetry';

await startTelemetry('gateway');
const { run } = await import('./app.ts');
await run();
