import { writtenText } from '@ridgeline/contracts';
import type { Digest, StoppedPart } from '../alerts/digest-store.postgres.ts';
import { holdsAddress, written, type EmailTemplate } from './render-email.ts';

const what: Readonly<Record<StoppedPart['part'], string>> = {
  acculynx: 'AccuLynx no longer accepts the API key of',
  hubspot: 'HubSpot no longer accepts the token of',
  webhook: 'AccuLynx no longer sends events for',
};

const maxNameLength = 60;

/**
 * A connection name that contains part of an address or a link is replaced with the connection's number: an email contains
 * only our own links.
 */
function mailedConnection({ connectionId, connectionName }: StoppedPart): string {
  const isPlain = !holdsAddress(connectionName) && writtenText.test(connectionName);
  const characters = Array.from(connectionName);
  const short =
    characters.length > maxNameLength ? `${characters.slice(0, maxNameLength).join('')}…` : connectionName;
  return isPlain ? `"${short}"` : `#${connectionId}`;
}

/** `New contacts and jobs are not synced until this is fixed.`: names everything that is stopped. */
function consequences(part: StoppedPart): string[] {
  const { syncsContacts, syncsJobs, hasOpenMigrations, failedMigration } = part;
  const synced = [syncsContacts ? 'contacts' : '', syncsJobs ? 'jobs' : ''].filter((kind) => kind !== '');
  return [
    ...(synced.length > 0 ? [`New ${synced.join(' and ')} are not synced until this is fixed.`] : []),
    ...(hasOpenMigrations ? ['Migrations of it that run or wait cannot go on.'] : []),
    ...(failedMigration ? ['A migration of it has failed; start it again afterwards.'] : []),
  ];
}

function paragraph(part: StoppedPart): string {
  const reason = part.reason.replace(/\.$/, '');
  const why = reason === '' ? '.' : `: ${reason}.`;
  const noticed = `${what[part.part]} the connection ${mailedConnection(part)}, as of ${written(part.at)}${why}`;
  return [noticed, ...consequences(part)].join(' ');
}

/** Notifies a company's users which of its connections have stopped working, why, and what is stopped by that. */
export function connectionsStoppedTemplate({
  email,
  parts,
  connections,
  linkTo,
}: Digest & {
  readonly email: string;
  /** The page of one connection, or the list of all. */
  readonly linkTo: (connectionId: number | null) => string;
}): EmailTemplate {
  const listed = [...new Set(parts.map(({ connectionId }) => connectionId))];
  const [only] = listed;
  const isOne = connections === 1 && only !== undefined;
  const more = connections - listed.length;
  return {
    subject: isOne
      ? 'A Ridgeline connection has stopped working'
      : `${connections} Ridgeline connections have stopped working`,
    heading: isOne ? 'A connection has stopped working' : `${connections} connections have stopped working`,
    paragraphs: [
      ...parts.map((part) => (isOne ? paragraph(part) : `${paragraph(part)} ${linkTo(part.connectionId)}`)),
      ...(more > 0 ? [`So have ${more} more, which the page of all connections shows.`] : []),
    ],
    action: isOne
      ? { label: 'Open the connection', url: linkTo(only) }
      : { label: 'Open the connections', url: linkTo(null) },
    notes: [
      'It may already be fixed; see the page.',
      `This mail is for ${email}, as for everyone in your company. What stops working within the next hour follows in one mail.`,
    ],
  };
}
