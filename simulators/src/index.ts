export { ManualClock, type Clock } from './determinism/clock.ts';
export type { CompanyInput, CompanySpec } from './configuration/company-spec.ts';
export type { FaultInput } from './faults/fault.ts';
export { startSimulators, type Addresses, type SimulatorOptions, type Simulators } from './simulators.ts';
