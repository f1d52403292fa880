import { companyScoped, type MigrationStep } from '@ridgeline/postgres';

const tables = {
  // What records are called, each once for a company, as their newest plan says.
  known_records: `
    company_id text not null,
    kind text not null,
    source_id text not null,
    name text not null,
    -- The unique value in addition to the source id, such as an email address.
    key text,
    seen_at timestamptz not null default now(),
    primary key (company_id, kind, source_id)`,
  // The words by which they are found. In the order of bytes, so that an index finds all words with a beginning; row-level
  // security leaves no other operator to one (ADR 82).
  record_words: `
    company_id text not null,
    word text collate "C" not null,
    kind text not null,
    source_id text not null,
    primary key (company_id, word, kind, source_id)`,
};

/** The search for records (ADR 82). Records that the release before plans are found when they are planned again. */
export const up: MigrationStep = async (sql) => {
  for (const [name, columns] of Object.entries(tables)) {
    await sql(`create table ${name} (${columns})`);
    await sql(companyScoped(name));
  }
  await sql(`create index known_records_by_age on known_records (seen_at)`);
  // None begins with the company: of one that is new to the statistics Postgres would take it for any question.
  await sql(`create index record_words_of_record on record_words (source_id, kind, company_id)`);
  await sql(`create index links_by_hubspot_id on links (hubspot_id, company_id)`);
  await sql(`create index sync_outcomes_of_record on sync_outcomes (source_id, kind, company_id)`);
};
