import { capitalized, reasonInWords, type OutcomeKind, type RecordChanges } from '@ridgeline/contracts';
import type { ComponentProps } from 'react';
import type { StatusTag, Tone } from '../../../../ui/controls/StatusTag.tsx';
import { toneIcon } from '../../../../ui/controls/tone-icons.ts';
import { formatRecords } from '../../../../ui/text/format.ts';
import type { Purpose } from '../../../summary/purpose.ts';
import { wordsOfOutcome } from '../../outcomes.ts';

type Look = ComponentProps<typeof StatusTag>;

const quiet: readonly OutcomeKind[] = ['unchanged', 'skipped'];

/** The outcome of a record; one with warnings is amber. */
export function recordLook({ outcome, warnings }: RecordChanges, purpose: Purpose): Look {
  const plain = outcome === 'failed' ? 'error' : quiet.includes(outcome) ? 'neutral' : 'success';
  const tone: Tone = plain === 'success' && warnings.length > 0 ? 'warning' : plain;
  return { tone, icon: toneIcon(tone), text: wordsOfOutcome(outcome, purpose).text };
}

/** Why a record was skipped or failed, then any warnings about a copied one; each is a sentence. */
export function remarksOf({ kind, reason, message, warnings }: RecordChanges): readonly string[] {
  const why = message ?? (reason === null ? null : reasonInWords(reason, kind));
  return [...(why === null ? [] : [why]), ...warnings.map((warning) => warning.message)].map(capitalized);
}

/** The label of the expandable values: `3 values`. */
export const valuesText = ({ changes }: RecordChanges): string =>
  formatRecords(changes.length, { one: 'value', many: 'values' });

/** `Email, Phone Number and 4 more` */
export function changedNames({ changes }: RecordChanges): string {
  const names = changes.slice(0, namesShown).map(({ label }) => label);
  const more = changes.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}

const namesShown = 4;
