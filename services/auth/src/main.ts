import { startTelemetry } from '@ridgeline/kit/telemetry';

await startTelemetry('auth');
const { run } = await import('./app.ts');
await run();
