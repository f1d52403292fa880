import type { BenchResult } from './benchmark.ts';

/** The benchmarks by name; each is loaded only when it is asked for. */
export const benchmarks: Readonly<Record<string, () => Promise<BenchResult>>> = {
  autosync: async () => (await import('./autosync.ts')).run(),
  'autosync-calls': async () => (await import('./autosync-calls.ts')).run(),
  backlog: async () => (await import('./backlog.ts')).run(),
  'connections-page': async () => (await import('./connections-page.ts')).run(),
  'dry-run': async () => (await import('./engine/dry-run.ts')).run(),
  'engine-calls': async () => (await import('./engine/engine-calls.ts')).run(),
  gateway: async () => (await import('./gateway.ts')).run(),
  'gateway-latency': async () => (await import('./gateway-latency.ts')).run(),
  'gateway-restarts': async () => (await import('./gateway-restarts.ts')).run(),
  governed: async () => (await import('./governed.ts')).run(),
  growth: async () => (await import('./growth.ts')).run(),
  hooks: async () => (await import('./hooks.ts')).run(),
  house: async () => (await import('./house.ts')).run(),
  idle: async () => (await import('./idle.ts')).run(),
  live: async () => (await import('./live.ts')).run(),
  logins: async () => (await import('./logins.ts')).run(),
  'logs-endpoint': async () => (await import('./logs-endpoint.ts')).run(),
  'logs-page': async () => (await import('./logs-page.ts')).run(),
  pages: async () => (await import('./pages.ts')).run(),
  'record-search': async () => (await import('./record-search.ts')).run(),
  revocation: async () => (await import('./revocation.ts')).run(),
  sessions: async () => (await import('./sessions.ts')).run(),
  sweeps: async () => (await import('./sweeps.ts')).run(),
  undo: async () => (await import('./engine/undo.ts')).run(),
};
