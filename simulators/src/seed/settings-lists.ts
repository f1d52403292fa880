import { uuidFrom } from './ids.ts';

export interface NamedId {
  readonly id: string;
  readonly name: string;
}

export interface NumberedName {
  readonly id: number;
  readonly name: string;
}

export interface ContactType extends NamedId {
  readonly isDefault: boolean;
}

export interface InsuranceCompany extends NamedId {
  readonly isActive: boolean;
}

export interface WorkType extends NumberedName {
  readonly systemDefault: boolean;
}

export interface LeadSource extends NamedId {
  readonly children: readonly NamedId[];
}

const named = (seed: number, salt: number, names: readonly string[]): NamedId[] =>
  names.map((name, index) => ({ id: uuidFrom(seed, index, salt), name }));

const numbered = (names: readonly string[], first = 1): NumberedName[] =>
  names.map((name, index) => ({ id: first + index, name }));

/** Built-in contact types have the same id in every account (docs/vendors/acculynx.md, 4.4), so the seed plays no part. */
const CONTACT_TYPES: readonly ContactType[] = named(0, 1, [
  'Customer',
  'Adjuster',
  'Property Manager',
  'Subcontractor',
  'Other',
]).map((type) => ({ ...type, isDefault: type.name === 'Customer' }));

export const contactTypes = (): readonly ContactType[] => CONTACT_TYPES;

export const tradeTypes = (seed: number): readonly NamedId[] =>
  named(seed, 2, ['Roofing', 'Siding', 'Gutters', 'Windows', 'Solar', 'Insulation']);

export const insuranceCompanies = (seed: number): readonly InsuranceCompany[] =>
  named(seed, 3, [
    'Prairie Mutual',
    'Lone Star Casualty',
    'Great Plains Insurance',
    'Harbor Home Insurance',
  ]).map((company, index) => ({ ...company, isActive: index < 3 }));

export const photoTags = (seed: number): readonly NamedId[] =>
  named(seed, 4, ['Before', 'During', 'After', 'Damage']);

export const documentFolders = (seed: number): readonly NamedId[] =>
  named(seed, 5, ['Contracts', 'Permits', 'Invoices']);

export const accountTypes = (seed: number): readonly NamedId[] =>
  named(seed, 6, ['Residential', 'Commercial']);

export const leadSources = (seed: number): readonly LeadSource[] =>
  named(seed, 7, ['Referral', 'Website', 'Door Knock', 'Yard Sign', 'Trade Show']).map((source, index) => ({
    ...source,
    children: source.name === 'Website' ? named(seed + index, 8, ['Search', 'Social Media; Ads']) : [],
  }));

/** Switched off since: old jobs still carry them, but the settings list active ones only (docs/vendors/acculynx.md, 5). */
export const retiredLeadSources = (seed: number): readonly NamedId[] =>
  named(seed, 9, ['Yellow Pages', 'Radio "KTEX" 98.5; AM']);

export const JOB_CATEGORIES: readonly NumberedName[] = numbered([
  'Residential',
  'Commercial',
  'Property Management',
]);
export const RETIRED_JOB_CATEGORY: NumberedName = { id: 9, name: 'Government (old)' };

export const WORK_TYPES: readonly WorkType[] = numbered(
  ['Insurance', 'Retail', 'New Construction', 'Repair', 'Warranty'],
  11,
).map((type) => ({ ...type, systemDefault: type.id <= 13 }));

export const MILESTONES: readonly NumberedName[] = numbered([
  'Lead',
  'Prospect',
  'Approved',
  'Completed',
  'Invoiced',
  'Closed',
  'Dead',
  'Deleted',
]);

/** The statuses that custom workflows give to a milestone. */
export const MILESTONE_STATUSES: Readonly<Record<string, readonly NamedId[]>> = {
  Prospect: named(0, 11, ['Estimate needed', 'Estimate sent']),
  Approved: named(0, 12, ['Material ordered', 'Scheduled; crew A']),
};

/** The product's own catalogue, the same in every account. */
export const UNITS_OF_MEASURE: readonly (NamedId & { readonly friendlyName: string })[] = named(0, 10, [
  'SQ',
  'LF',
  'EA',
  'HR',
]).map((unit) => ({
  ...unit,
  friendlyName: { SQ: 'Square', LF: 'Linear foot', EA: 'Each', HR: 'Hour' }[unit.name] ?? unit.name,
}));
