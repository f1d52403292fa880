import { fixOf, objectTypes, recordKinds, type IssueKind, type RecordKind } from '@ridgeline/contracts';

const about = `# Messages

What Ridgeline says of records that were not copied, or not completely, and what to do about it. The page of a migration lists them under
**Needs review**, each with its records.

Written by \`npm run generate\` from the texts of the app.
`;

interface Section {
  readonly issue: IssueKind;
  readonly title: string;
  readonly text: string;
  readonly kinds: readonly RecordKind[];
}

const sections: readonly Section[] = [
  {
    issue: 'failed',
    title: 'Failed',
    text: 'HubSpot rejected the record, or AccuLynx sent it in a form that cannot be read.',
    kinds: Object.values(objectTypes),
  },
  {
    issue: 'skipped',
    title: 'Skipped',
    text: 'The record was not copied, by your choice or because of what it is.',
    kinds: recordKinds,
  },
  {
    issue: 'warned',
    title: 'Copied with warnings',
    text: 'The record is in HubSpot, but not everything is as AccuLynx has it.',
    kinds: recordKinds,
  },
];

type Reasons = Readonly<Record<string, { readonly words: string }>>;

/** The rows of a table; a message that several kinds share appears once. */
function rowsOf({ issue, kinds }: Section): readonly string[] {
  const messages = kinds.flatMap(({ name, hubspotNoun, reasons }) => {
    const ofKind: Reasons = reasons[issue];
    return Object.entries(ofKind).map(([code, { words }]) => ({
      message: `| ${words} | ${fixOf(issue, code, name).text} |`,
      kind: hubspotNoun.many,
    }));
  });
  return [...Map.groupBy(messages, ({ message }) => message)].map(
    ([message, alike]) => `${message} ${alike.map(({ kind }) => kind).join(', ')} |`,
  );
}

/** docs/guide/messages.md: the messages about records, from the definitions of their kinds. */
export function messagesText(): string {
  const tables = sections.map((section) =>
    [
      `\n## ${section.title}\n\n${section.text}\n`,
      '| Message | What to do | Records |',
      '| --- | --- | --- |',
      ...rowsOf(section),
      '',
    ].join('\n'),
  );
  return [about, ...tables].join('');
}
