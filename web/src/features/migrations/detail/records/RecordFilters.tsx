import { objectTypes, outcomeKinds, reasonInWords, type Migration } from '@ridgeline/contracts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { SearchField } from '../../../../ui/controls/SearchField.tsx';
import { SelectFilter } from '../../../../ui/controls/Select.tsx';
import { useTypedParameter } from '../../../../ui/page/use-typed-parameter.ts';
import { capitalized } from '../../../../ui/text/format.ts';
import { purposeOf } from '../../../summary/purpose.ts';
import type { Cause } from '../causes/causes.ts';
import { outcomeCounts, shownOutcomes, wordsOfOutcome } from '../../outcomes.ts';
import { kindInWords } from '../../record-words.ts';
import { searchParameter, type RecordsView } from '../../records-view.ts';

interface RecordFiltersProps {
  readonly migration: Migration;
  readonly causes: readonly Cause[];
  readonly view: RecordsView;
  /** Whether the values of every record are shown. */
  readonly whole: boolean;
  readonly onWhole: (whole: boolean) => void;
  readonly onChange: (part: Partial<RecordsView>) => void;
}

/** Search, outcome, cause, and which of the kinds that the migration counts. */
export function RecordFilters({ migration, causes, view, whole, onWhole, onChange }: RecordFiltersProps) {
  const { typed, change } = useTypedParameter(searchParameter);
  const own = objectTypes[migration.migrationType];
  const purpose = purposeOf(migration);
  const kind = view.kind ?? own.name;
  const outcomes = view.kind === null ? shownOutcomes(outcomeCounts(migration), purpose) : outcomeKinds;
  const reasons = new Set(causes.filter((cause) => cause.kind === kind).map(({ code }) => code));
  if (view.reason !== null) reasons.add(view.reason);
  return (
    <div className="records-filters">
      <SearchField
        className="records-search"
        slash={false}
        label="Search the records"
        placeholder="Name, email or ID"
        value={typed}
        onChange={change}
      />
      {own.alongside.length > 0 ? (
        <SelectFilter
          label="Kind"
          all={capitalized(own.hubspotNoun.many)}
          options={own.alongside.map(({ name }) => ({ value: name, label: capitalized(kindInWords(name)) }))}
          value={view.kind === own.name ? null : view.kind}
          onChange={(value) => {
            onChange({ kind: value || null, outcome: null, reason: null });
          }}
        />
      ) : null}
      <SelectFilter
        label="Outcome"
        all="Any outcome"
        options={outcomes.map((value) => ({ value, label: wordsOfOutcome(value, purpose).text }))}
        value={view.outcome}
        onChange={(value) => {
          onChange({ outcome: outcomes.find((outcome) => outcome === value) ?? null });
        }}
      />
      {reasons.size > 0 ? (
        <SelectFilter
          className="records-causes"
          label="Cause"
          all="Any cause"
          options={[...reasons].map((value) => ({ value, label: reasonInWords(value, kind) }))}
          value={view.reason}
          onChange={(value) => {
            onChange({ reason: value || null });
          }}
        />
      ) : null}
      <Button
        look="pill"
        aria-pressed={whole}
        onClick={() => {
          onWhole(!whole);
        }}
      >
        Show values
      </Button>
    </div>
  );
}
