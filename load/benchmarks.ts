import type { BenchResult } from './benchmark.ts';

/** A benchmark: its goal, and how to run it. It is loaded only when it is requested. */
export interface Benchmark {
  /** The goal in words, for documents; the first part is the goal of the ratio. */
  readonly goal: string;
  readonly run: () => Promise<BenchResult>;
}

/** The benchmarks by name. */
export const benchmarks: Readonly<Record<string, Benchmark>> = {
  autosync: {
    goal: 'p95 from change to copy ≤ 2 × that of a bare receiver and ≤ 5 s; the company that migrates uses ≥ 0.8 of its key',
    run: async () => (await import('./autosync.ts')).run(),
  },
  'autosync-calls': {
    goal: 'calls ≤ 1.3 × the least possible in windows of 2 s, for a stream and for an import',
    run: async () => (await import('./autosync-calls.ts')).run(),
  },
  backlog: {
    goal: 'done in ≤ 2 × the time of the least calls at the limits; the p95 of a fifth company ≤ 5 s',
    run: async () => (await import('./backlog.ts')).run(),
  },
  'connections-page': {
    goal: 'p95 of a keystroke with 2,000 connections ≤ 2 × that with 20, and ≤ 50 ms',
    run: async () => (await import('./connections-page.ts')).run(),
  },
  'dry-run': {
    goal: "calls ≤ 1.1 × those to read and look up; pace ≥ 0.9 of AccuLynx's limit; first page of a plan of 100,000 records ≤ 200 ms",
    run: async () => (await import('./engine/dry-run.ts')).run(),
  },
  'engine-calls': {
    goal: 'calls of a first migration ≤ 1.15 × the least possible, for contacts and for jobs',
    run: async () => (await import('./engine/engine-calls.ts')).run(),
  },
  'first-start': {
    goal: 'from clone to the sign-in page on a bare machine ≤ 0.6 × with everything installed first; again ≤ 8 s',
    run: async () => (await import('./first-start/first-start.ts')).run(),
  },
  gateway: {
    goal: "CPU per proxied request ≤ 1/3 of http-proxy-middleware's defaults, and ≤ 9 × nginx",
    run: async () => (await import('./gateway.ts')).run(),
  },
  'gateway-latency': {
    goal: 'adds ≤ 0.35 ms to the median answer (ratio: of that)',
    run: async () => (await import('./gateway-latency.ts')).run(),
  },
  'gateway-restarts': {
    goal: '0 answers that the contract does not know, in 200,000 requests with rolling restarts',
    run: async () => (await import('./gateway-restarts.ts')).run(),
  },
  governed: {
    goal: 'a migration of 5,000 contacts reaches ≥ 0.8 of what AccuLynx admits; no call is answered 429',
    run: async () => (await import('./governed.ts')).run(),
  },
  growth: {
    goal: 'records per second of the last tenth of 50,000 ≥ 0.9 of the first; ends ≤ 2 s after the last; no statement above 1 s',
    run: async () => (await import('./growth.ts')).run(),
  },
  hooks: {
    goal: "p99 of 200 events per second ≤ 50 ms (ratio: of that); of others in a flood ≤ 100 ms; users' calls ≤ 2 × at rest",
    run: async () => (await import('./hooks.ts')).run(),
  },
  house: {
    goal: 'median length of production files 60 to 90 lines (ratio: to 60), ninth decile ≤ 200; no folder of one file or too many',
    run: async () => (await import('./house.ts')).run(),
  },
  idle: {
    goal: 'the most expensive process without work ≤ 0.25 × kafkajs with its defaults, and ≤ 0.5% of a core',
    run: async () => (await import('./idle.ts')).run(),
  },
  live: {
    goal: 'p99 from an update to 500 readers ≤ 150 ms, readers of a killed gateway back in ≤ 3 s (ratio: the worse one); none missed, doubled or of others',
    run: async () => (await import('./live.ts')).run(),
  },
  logins: {
    goal: 'sign-ins per second ≥ 0.85 of bare hashes; the p99 of others in a flood ≤ 2 × at rest',
    run: async () => (await import('./logins.ts')).run(),
  },
  'logs-endpoint': {
    goal: 'CPU of a log of 10,000 entries ≤ 0.25 × rows and JSON.stringify; ≤ 130,000 bytes compressed',
    run: async () => (await import('./logs-endpoint.ts')).run(),
  },
  'logs-page': {
    goal: 'a log of 10,000 entries shows in ≤ 0.04 × the time of a plain list and ≤ 300 ms; a keystroke ≤ 50 ms',
    run: async () => (await import('./logs-page.ts')).run(),
  },
  pages: {
    goal: 'script of the sign-in page ≤ 0.45 × a single bundle; Lighthouse mobile ≥ 95; largest paint ≤ 800 ms',
    run: async () => (await import('./pages.ts')).run(),
  },
  'record-search': {
    goal: 'p95 of a search over 1,000,000 outcomes ≤ 300 ms (ratio: of that)',
    run: async () => (await import('./record-search.ts')).run(),
  },
  revocation: {
    goal: 'p99 from a revocation to the last accepted request and the last stream ≤ 250 ms (ratio: of that)',
    run: async () => (await import('./revocation.ts')).run(),
  },
  sessions: {
    goal: 'CPU of a guarded route ≤ 1.7 × the same route unguarded',
    run: async () => (await import('./sessions.ts')).run(),
  },
  sweeps: {
    goal: 'one lost edit of 100,000 contacts found with ≤ 1.05 × the calls of a pass; 1,000 idle connections ≤ 1% of a core',
    run: async () => (await import('./sweeps.ts')).run(),
  },
  undo: {
    goal: 'calls ≤ 1.15 × the least possible, for created and for changed contacts',
    run: async () => (await import('./engine/undo.ts')).run(),
  },
};
