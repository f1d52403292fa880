import { OneLine } from '../../ui/text/OneLine.tsx';
import './company-name.css';

interface CompanyNameProps {
  readonly companyId: string | null;
  /** Null or undefined while it is not known. */
  readonly name: string | null | undefined;
}

/** A company on two short lines: its name and its id; only the id if it has no name. */
export function CompanyName({ companyId, name }: CompanyNameProps) {
  return (
    <span className="company-name">
      <OneLine text={name ?? companyId ?? '–'} />
      {name ? <small>{companyId}</small> : null}
    </span>
  );
}
