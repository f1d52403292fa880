import { startTelemetry } from '@ridgeline/kit/telemetry';

await startTelemetry('validation');
const { run } = await import('./app.ts');
await run();
