import {
  capitalized,
  fixOf,
  nameInWords,
  objectTypes,
  reasonInWords,
  type IssueKind,
  type OutcomeKind,
  type SyncDeadLetter,
  type SyncedRecord,
} from '@ridgeline/contracts';
import type { Tone } from '../../../ui/controls/StatusTag.tsx';
import { formatDuration } from '../../../ui/text/format.ts';

export interface OutcomeLook {
  readonly tone: Tone;
  readonly text: string;
}

/** The outcome of a copied record; one with warnings is amber. */
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

const remark = (issue: IssueKind, code: string, kind: string): Remark => ({
  code,
  text: reasonInWords(code, kind),
  fix: fixOf(issue, code, kind, 'sync').text,
});

/** Why a record was skipped or failed, and what it was copied without. */
export function remarksOf({ kind, outcome, reason, warnings }: SyncedRecord): readonly Remark[] {
  const issue = outcome === 'failed' || outcome === 'skipped' ? outcome : null;
  const why = issue === null || reason === null ? [] : [remark(issue, reason, kind)];
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

/** HubSpot's label of a property; for an unknown property, its name as words. */
export const propertyText = (property: string): string =>
  labels.get(property) ?? capitalized(nameInWords(property));

/** From the change in AccuLynx to the copy in HubSpot: `4 s`. */
export const delayText = ({ knownAt, copiedAt }: Pick<SyncedRecord, 'knownAt' | 'copiedAt'>): string =>
  formatDuration(Date.parse(copiedAt) - Date.parse(knownAt));
