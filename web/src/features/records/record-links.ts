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

/** What of a record says what it is and where it is found. */
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

/** What a record is called; one without a name by its id. */
export const nameText = ({ name, sourceId }: Pick<LinkedRecord, 'name' | 'sourceId'>): string =>
  name ?? sourceId;

const link = (text: string, href: string | null): readonly VendorLink[] =>
  href === null ? [] : [{ text, href }];

/** Where a record is looked at in both systems: in HubSpot its page, or else what a search for its name finds. */
export const recordLinks = (record: LinkedRecord, portal: LinkedPortal): readonly VendorLink[] => [
  ...link('AccuLynx', acculynxUrl(record.kind, record.sourceId)),
  ...link('HubSpot', hubspotUrl(record, portal)),
];

function hubspotUrl({ kind, name, hubspotId = null, outcome }: LinkedRecord, portal: LinkedPortal) {
  if (hubspotId !== null) return hubspotRecordUrl(portal, kind, hubspotId);
  // What was left out on purpose is not there.
  return name === null || outcome === 'skipped' ? null : hubspotSearchUrl(portal, kind, name);
}
