import { ContactBook } from './contact-book.ts';
import { JobBook } from './job-book.ts';
import { quietWorld, type RecordWorld } from './record-changes.ts';
import { SettingsBook } from './settings-book.ts';
import { ChangeJournal } from './source-list.ts';

/** What one AccuLynx company holds: its contacts, jobs and settings, and what was added and removed since its data began. */
export class CompanyData {
  readonly seed: number;
  readonly contacts: ContactBook;
  readonly jobs: JobBook;
  readonly settings: SettingsBook;
  readonly journal = new ChangeJournal();

  constructor(
    seed: number,
    size: { readonly contacts: number; readonly jobs: number },
    world: RecordWorld = quietWorld,
  ) {
    this.seed = seed;
    this.contacts = new ContactBook(seed, size.contacts, this.journal, world);
    this.jobs = new JobBook(seed, size, this.journal, world);
    this.settings = new SettingsBook(seed);
  }
}
