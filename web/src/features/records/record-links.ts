import {
  acculynxUrl,
  capitalized,
  hubspotRecordUrl,
  hubspotSearchUrl,
  kindNamed,
  nameInWords,
  type LinkedPortal,
  type OutcomeKind,
} from '@ridgeline/contracts';

/** A link into one of the two systems. */
export interface VendorLink {
  readonly text: string;
  readonly href: string;
}

/** The fields of a record that identify and locate it. */
interface LinkedRecord {
  readonly kind: string;
  readonly sourceId: string;
  readonly name: string | null;
  readonly hubspotId?: string | null;
  readonly outcome?: OutcomeKind;
}

/** `Contact`: what kind of record it is, as AccuLynx calls it. */
export const kindText = ({ kind }: Pick<LinkedRecord, 'kind'>): string =>
  capitalized(kindNamed(kind)?.noun.one ?? nameInWords(kind));

/** A record's name, or its id if it has none. */
export const nameText = ({ name, sourceId }: Pick<LinkedRecord, 'name' | 'sourceId'>): string =>
  name ?? sourceId;

const link = (text: string, href: string | null): readonly VendorLink[] =>
  href === null ? [] : [{ text, href }];

/** Links to a record in both systems: in HubSpot to its page or else to a search for its name. */
export const recordLinks = (record: LinkedRecord, portal: LinkedPortal): readonly VendorLink[] => [
  ...link('AccuLynx', acculynxUrl(record.kind, record.sourceId)),
  ...link('HubSpot', hubspotUrl(record, portal)),
];

function hubspotUrl({ kind, name, hubspotId = null, outcome }: LinkedRecord, portal: LinkedPortal) {
  if (hubspotId !== null) return hubspotRecordUrl(portal, kind, hubspotId);
  // A deliberately skipped record is not there.
  return name === null || outcome === 'skipped' ? null : hubspotSearchUrl(portal, kind, name);
}
