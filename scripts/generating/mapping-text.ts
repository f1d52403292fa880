import { contactProperties, dealProperties, type PropertyDefinition } from '@ridgeline/contracts';
import type { DocumentedRow } from '../../services/migration-worker/src/hubspot-io/mapping-row.ts';
import {
  contactRows,
  emailRows,
} from '../../services/migration-worker/src/objects/contact/mapping/contact-mapping.ts';
import { choiceRows } from '../../services/migration-worker/src/objects/job/mapping/choice-rows.ts';
import { jobRows } from '../../services/migration-worker/src/objects/job/mapping/job-rows.ts';

/** What goes into the records of one kind. */
interface DocumentedMapping {
  readonly title: string;
  readonly about: readonly string[];
  readonly rows: readonly DocumentedRow[];
  readonly properties: readonly PropertyDefinition[];
}

const jobs: DocumentedMapping = {
  title: 'Jobs become deals',
  about: [
    "A job is read from AccuLynx' `/jobs`. All fields that begin with `financials` cost one more call per job, and so do those of `insurance`, `milestones` and `representatives`; they are read only if the connection asks for them. Where AccuLynx has two spellings (`tradeId` and `id`, `categoryId` and `id`), both are read.",
    "Pipeline and stage come from the connection: `pipeline` and `dealstage` are written when a deal is created. If the connection has a stage for each milestone, a later run moves a deal when its milestone has changed and HubSpot's history of `dealstage` shows that we moved it last; a deal that users or workflows moved stays where it is. Stage and milestone are written together: if HubSpot rejects the stage, both wait for the next run.",
    "If HubSpot lacks the option of a choice, the choice is left out with a warning, or the option is added first, as the migration's settings say. The value that AccuLynx had before is then cleared in HubSpot, unless users have changed it there.",
    'A deal is associated with the contacts of its job, the primary contact first and with the label "Primary" or "Primary contact" if the portal has one. Associations are never removed: a job with a new primary contact keeps the association with the previous one, but the label moves. A contact that was deleted in HubSpot is created again while AccuLynx has it; a contact deleted in both is skipped with a log entry, and its deal stays without it.',
    'Dead leads are copied only if the connection says so. Otherwise the deal of a copied lead that has died stays unchanged. As long as the deal is open, each migration names the lead in the log, if it is among the 1,000 dead leads that changed last, and counts it separately from the jobs. A job that was deleted in AccuLynx is not named.',
  ],
  rows: [...jobRows, ...choiceRows],
  properties: dealProperties,
};

const contacts: DocumentedMapping = {
  title: 'Contacts become contacts',
  about: [
    "A contact is read from AccuLynx' `/contacts`, with its email addresses and phone numbers.",
    "AccuLynx' list of contacts has no billing addresses. A contact from the list without a mailing address is copied without an address, and the log says so. A contact that is read individually, along with its jobs, is copied with its billing address.",
    "Email addresses and phone numbers that HubSpot's own fields cannot hold, because another contact has the address, it is not valid, or there are too many, are stored in our own properties.",
    'A contact or job that AccuLynx sends without an id, or not as an object, fails with the code `unreadable`; the log names the field, and the next migration reads it again. Any other field of an unexpected type counts as empty, and an unexpected item of a list within a record is left out.',
    "An email in HubSpot that differs from AccuLynx' is replaced. If HubSpot's history of `email` shows that we did not write it, a warning names the previous address and the new one.",
  ],
  rows: [...emailRows, ...contactRows],
  properties: contactProperties,
};

const typeWords: Readonly<Record<PropertyDefinition['type'], string>> = {
  string: 'text',
  number: 'number',
  date: 'date',
  datetime: 'date and time',
  enumeration: 'options',
  bool: 'yes or no',
};

function table({ rows, properties }: DocumentedMapping): string[] {
  const byName = new Map(rows.map((row) => [row.property, row]));
  const lines = properties.flatMap(({ name, label, type, fieldType }) => {
    const row = byName.get(name);
    if (!row) throw new Error(`Nothing is written to the property ${name}`);
    byName.delete(name);
    const kind = fieldType === 'checkbox' ? 'options, several' : typeWords[type];
    const from = row.from.map((path) => `\`${path}\``).join(', ');
    return `| ${from} | \`${name}\` (${label}) | ${kind} | ${row.conversion} |`;
  });
  const [unknown] = byName.keys();
  if (unknown) throw new Error(`No property of HubSpot is described as ${unknown}`);
  return ['| AccuLynx | HubSpot | Type | Conversion |', '| --- | --- | --- | --- |', ...lines];
}

/** docs/mapping.md: which AccuLynx value becomes which HubSpot property, from the rows that map them. */
export function mappingText(): string {
  const sections = [contacts, jobs].flatMap((mapping) => [
    `## ${mapping.title}`,
    ...mapping.about,
    table(mapping).join('\n'),
  ]);
  return `${[
    '# What goes where',
    'Written by `npm run generate` from the mappings in `services/migration-worker/src/objects`.',
    'Empty values in AccuLynx are not written: they never clear a value in HubSpot.',
    ...sections,
  ].join('\n\n')}\n`;
}
