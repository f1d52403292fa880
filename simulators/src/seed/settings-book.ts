import { uuidFrom } from './ids.ts';
import {
  JOB_CATEGORIES,
  WORK_TYPES,
  contactTypes,
  insuranceCompanies,
  leadSources,
  tradeTypes,
  type ContactType,
  type InsuranceCompany,
  type LeadSource,
  type NamedId,
  type NumberedName,
  type WorkType,
} from './settings-lists.ts';

/** The lists of a company's settings that a test may make longer, shorter or empty. */
export const SETTINGS_LISTS = [
  'contact-types',
  'work-types',
  'trade-types',
  'job-categories',
  'insurance-companies',
  'lead-sources',
] as const;
export type SettingsListName = (typeof SETTINGS_LISTS)[number];

/** Far above the numbers of the built-in rows. */
const FIRST_MADE_UP = 1_000;

/** A company's settings as its users changed them: the lists from the seed, resized, with some rows switched off. */
export class SettingsBook {
  readonly #seed: number;
  readonly #sizes = new Map<SettingsListName, number>();
  readonly #archived = new Map<SettingsListName, ReadonlySet<string>>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Cuts a list to this many rows, or fills it up with made-up ones. */
  resize(list: SettingsListName, count: number): void {
    this.#sizes.set(list, count);
  }

  /** Switches off the rows with these names, and no others. */
  archive(list: SettingsListName, names: readonly string[]): void {
    this.#archived.set(list, new Set(names));
  }

  contactTypes(): ContactType[] {
    const made = (index: number) => ({ ...this.#named('Contact type', 101, index), isDefault: false });
    return this.#active('contact-types', contactTypes(), made);
  }

  workTypes(): WorkType[] {
    const made = (index: number) => ({ ...this.#numbered('Work type', index), systemDefault: false });
    return this.#active('work-types', WORK_TYPES, made);
  }

  tradeTypes(): NamedId[] {
    const made = (index: number) => this.#named('Trade', 102, index);
    return this.#active('trade-types', tradeTypes(this.#seed), made);
  }

  jobCategories(): NumberedName[] {
    const made = (index: number) => this.#numbered('Category', index);
    return this.#active('job-categories', JOB_CATEGORIES, made);
  }

  leadSources(): LeadSource[] {
    const made = (index: number) => ({ ...this.#named('Lead source', 103, index), children: [] });
    return this.#active('lead-sources', leadSources(this.#seed), made);
  }

  /** The only list that also shows disabled rows (docs/vendors/acculynx.md, 5). */
  insuranceCompanies(): InsuranceCompany[] {
    const made = (index: number) => ({ ...this.#named('Insurance', 104, index), isActive: true });
    const off = this.#archived.get('insurance-companies');
    return this.#rows('insurance-companies', insuranceCompanies(this.#seed), made).map((row) =>
      off?.has(row.name) === true ? { ...row, isActive: false } : row,
    );
  }

  #active<T extends { readonly name: string }>(
    list: SettingsListName,
    built: readonly T[],
    made: (index: number) => T,
  ): T[] {
    const off = this.#archived.get(list);
    return this.#rows(list, built, made).filter(({ name }) => off?.has(name) !== true);
  }

  #rows<T>(list: SettingsListName, built: readonly T[], made: (index: number) => T): T[] {
    const length = this.#sizes.get(list) ?? built.length;
    return Array.from({ length }, (_, index) => built[index] ?? made(index));
  }

  #named(what: string, salt: number, index: number): NamedId {
    return { id: uuidFrom(this.#seed, index, salt), name: `${what} ${index + 1}` };
  }

  #numbered(what: string, index: number): NumberedName {
    return { id: FIRST_MADE_UP + index, name: `${what} ${index + 1}` };
  }
}
