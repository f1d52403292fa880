import { purposeOf, isUndo, type Purposed } from '../../../summary/purpose.ts';
import type { StoredAccount } from '../../../summary/source-gap.ts';
import { formatCount } from '../../../../ui/text/format.ts';

/** A HubSpot property with the options that were added to it. */
interface OptionsInWords {
  readonly property: string;
  readonly label: string;
  readonly count: number;
  /** `Solar, Barns and 10 more` */
  readonly names: string;
}

/** The added options of a summary, by property; summaries of earlier releases have none. */
export const optionsInWords = ({ addedOptions = [] }: StoredAccount): readonly OptionsInWords[] =>
  addedOptions.map(({ property, label, count, examples }) => {
    const others = count - examples.length;
    const more = others > 0 ? ` and ${formatCount(others)} more` : '';
    return { property, label: label || property, count, names: `${examples.join(', ')}${more}` };
  });

/** What the options of a migration's account are: added, to be added, or left by an undo. */
export function optionsTitle(migration: Purposed): string {
  if (isUndo(purposeOf(migration))) return 'Options that stay in HubSpot';
  return migration.dryRun ? 'Options that would be added to HubSpot' : 'Options added to HubSpot';
}
