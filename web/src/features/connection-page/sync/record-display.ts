import {
  acculynxUrl,
  capitalized,
  fixOf,
  hubspotRecordUrl,
  hubspotSearchUrl,
  kindNamed,
  nameInWords,
  objectTypes,
  reasonInWords,
  type Fate,
  type LinkedPortal,
  type OutcomeKind,
  type SyncDeadLetter,
  type SyncedRecord,
} from '@ridgeline/contracts';
import type { Tone } from '../../../ui/controls/StatusTag.tsx';
import { formatDuration } from '../../../ui/text/format.ts';

/** A link into one of the two systems. */
export interface VendorLink {
  readonly system: 'AccuLynx' | 'HubSpot';
  readonly href: string;
}

type Named = Pick<SyncedRecord, 'kind' | 'sourceId' | 'name'>;

/** `Contact`: what kind of record it is, as AccuLynx calls it. */
export const kindText = ({ kind }: Pick<Named, 'kind'>): string =>
  capitalized(kindNamed(kind)?.noun.one ?? nameInWords(kind));

/** What a record is called; one without a name by its id. */
export const nameText = ({ name, sourceId }: Named): string => name ?? sourceId;

const link = (system: VendorLink['system'], href: string | null): readonly VendorLink[] =>
  href === null ? [] : [{ system, href }];

/** Where a record is looked at in both systems: in HubSpot its page, or else what a search for its name finds. */
export function recordLinks(
  record: Named & Partial<Pick<SyncedRecord, 'hubspotId' | 'outcome'>>,
  portal: LinkedPortal,
): readonly VendorLink[] {
  return [
    ...link('AccuLynx', acculynxUrl(record.kind, record.sourceId)),
    ...link('HubSpot', hubspotUrl(record, portal)),
  ];
}

function hubspotUrl(
  { kind, name, hubspotId = null, outcome }: Parameters<typeof recordLinks>[0],
  portal: LinkedPortal,
): string | null {
  if (hubspotId !== null) return hubspotRecordUrl(portal, kind, hubspotId);
  // What was left out on purpose is not there.
  return name === null || outcome === 'skipped' ? null : hubspotSearchUrl(portal, kind, name);
}

export interface OutcomeLook {
  readonly tone: Tone;
  readonly text: string;
}

/** What became of a copied record; one with warnings is amber. */
export function outcomeLook({ outcome, warnings }: Pick<SyncedRecord, 'outcome' | 'warnings'>): OutcomeLook {
  const { tone, text } = outcomes[outcome];
  return warnings.length > 0 && tone === 'success' ? { tone: 'warning', text } : { tone, text };
}

const outcomes: Readonly<Record<OutcomeKind, OutcomeLook>> = {
  created: { tone: 'success', text: 'Created' },
  updated: { tone: 'success', text: 'Updated' },
  unchanged: { tone: 'neutral', text: 'Unchanged' },
  removed: { tone: 'neutral', text: 'Removed' },
  skipped: { tone: 'neutral', text: 'Skipped' },
  failed: { tone: 'error', text: 'Failed' },
};

/** What a user should know of a record, and what to do about it. */
export interface Remark {
  readonly code: string;
  readonly text: string;
  readonly fix: string;
}

const remark = (fate: Fate, code: string, kind: string): Remark => ({
  code,
  text: reasonInWords(code, kind),
  fix: fixOf(fate, code, kind, 'sync').text,
});

/** Why a record was skipped or failed, and what it was copied without. */
export function remarksOf({ kind, outcome, reason, warnings }: SyncedRecord): readonly Remark[] {
  const fate = outcome === 'failed' || outcome === 'skipped' ? outcome : null;
  const why = fate === null || reason === null ? [] : [remark(fate, reason, kind)];
  return [...why, ...warnings.map((code) => remark('warned', code, kind))];
}

/** Why auto-sync stopped trying to copy a record, and what to do about it. */
export function failureOf({ kind, reason, message }: SyncDeadLetter): Remark {
  const known = remark('failed', reason ?? '', kind);
  return reason === null ? { ...known, text: capitalized(message ?? 'It could not be copied') } : known;
}

const labels: ReadonlyMap<string, string> = new Map(
  Object.values(objectTypes).flatMap(({ properties }) =>
    properties.map(({ name, label }) => [name, label] as const),
  ),
);

/** What HubSpot calls a property; one that is not known here by its name as words. */
export const propertyText = (property: string): string =>
  labels.get(property) ?? capitalized(nameInWords(property));

/** From the change in AccuLynx to the copy in HubSpot: `4 s`. */
export const delayText = ({ knownAt, copiedAt }: Pick<SyncedRecord, 'knownAt' | 'copiedAt'>): string =>
  formatDuration(Date.parse(copiedAt) - Date.parse(knownAt));
