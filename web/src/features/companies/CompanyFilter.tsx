import { SelectFilter } from '../../ui/controls/Select.tsx';
import { useCompanies } from '../company-names/use-company-names.ts';

interface CompanyFilterProps {
  readonly value: string | null;
  /** An empty text removes the filter. */
  readonly onChange: (value: string) => void;
}

/** Selects one of the companies that have connections; the URL can also name a company without any. */
export function CompanyFilter({ value, onChange }: CompanyFilterProps) {
  const companies = useCompanies() ?? [];
  const options = companies.map(({ companyId, name }) => ({
    value: companyId,
    label: name === null ? companyId : `${name} (${companyId})`,
  }));
  const unlisted = value !== null && !companies.some(({ companyId }) => companyId === value);
  return (
    <SelectFilter
      className="company-select"
      label="Company"
      all="All companies"
      options={unlisted ? [...options, { value, label: value }] : options}
      value={value}
      onChange={onChange}
    />
  );
}
