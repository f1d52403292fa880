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
    'A job is read from `/jobs` of AccuLynx; what begins with `financials`, `insurance`, `milestones` or `representatives` has a call of its own for each job, and is read only where the connection asks for it. Where AccuLynx has two spellings (`tradeId` and `id`, `categoryId` and `id`), both are read.',
    "Pipeline and stage are those of the connection: `pipeline` and `dealstage` are written when a deal is created. With a stage for each milestone, a later run moves a deal on when the milestone has changed and HubSpot's history of `dealstage` shows that we moved it last; a deal that people or workflows moved stays where it is. Stage and milestone are written together: where HubSpot refuses the stage, both wait for the next run.",
    'A choice whose option HubSpot lacks is left out with a warning, or its option is added first, as the settings of the migration say. What AccuLynx had before it is cleared in HubSpot then, unless people have changed it there.',
    'A deal is associated with the contacts of its job, the primary one first and with the label "Primary" or "Primary contact" where the portal has one. Associations are never taken away: a job that changed its contact keeps the old one as well, but the label moves to the new primary contact. A contact that was deleted in HubSpot is created again while AccuLynx has it; one that was deleted in both is skipped with a line in the log, and its deal stays without it.',
    'Dead leads are copied only where the connection says so. Otherwise a lead that was copied and is dead now keeps its deal as it is: each migration names it in the log as long as its deal is open, among the 1,000 dead leads that changed last, and counts it apart from the jobs. A job that was deleted in AccuLynx is not named.',
  ],
  rows: [...jobRows, ...choiceRows],
  properties: dealProperties,
};

const contacts: DocumentedMapping = {
  title: 'Contacts become contacts',
  about: [
    'A contact is read from `/contacts` of AccuLynx with its email addresses and phone numbers.',
    "AccuLynx' list of contacts leaves billing addresses out. A contact that is read from it and has no mailing address is copied without an address, and the log says so; a contact that is read singly, along with its jobs, is copied with its billing address.",
    "What HubSpot's own fields cannot take of them, because another contact has the address, it is not valid, or there is one more than HubSpot holds, is stored in properties of our own.",
    'A contact or job that AccuLynx sends without an id, or not as an object, fails with the code `unreadable`; the log names the field, and the next migration reads it again. Any other field of an odd type counts as empty, and an odd item of a list within a record is left out.',
    "An email in HubSpot that differs from the one in AccuLynx is replaced by it. Where HubSpot's history of `email` shows that we did not write it, a warning names the address before and the new one.",
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
    'What AccuLynx has no value for is not written: an empty value never clears one of HubSpot.',
    ...sections,
  ].join('\n\n')}\n`;
}
