import { uuidFrom } from './ids.ts';

export interface CustomField {
  readonly id: string;
  readonly label: string;
  readonly fieldType: 'Text' | 'Number' | 'Date' | 'Boolean';
}

const FIELDS = [
  ['Gate code', 'Text'],
  ['Squares', 'Number'],
  ['Permit date', 'Date'],
  ['Steep roof', 'Boolean'],
] as const;

/** The custom fields that a company has defined for its jobs; contacts have none. */
export const jobCustomFields = (seed: number): CustomField[] =>
  FIELDS.map(([label, fieldType], index) => ({ id: uuidFrom(seed, index, 700), label, fieldType }));
