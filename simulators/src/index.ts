export { ManualClock, type Clock } from './clock.ts';
export type { CompanyInput, CompanySpec } from './companies.ts';
export type { FaultInput } from './faults/fault.ts';
export { startSimulators, type Addresses, type SimulatorOptions, type Simulators } from './simulators.ts';
