import { nounOfObject, type PropertyResult } from '@ridgeline/contracts';
import { Checkbox } from '../../../ui/controls/Checkbox.tsx';
import { capitalized, formatCount } from '../../../ui/text/format.ts';
import './missing-properties.css';

interface MissingPropertiesProps {
  readonly missing: PropertyResult;
  /** Whether they shall be created. */
  readonly create: boolean;
  readonly onChange: (create: boolean) => void;
}

/** Which properties HubSpot lacks, and whether they shall be created: the question within the third step. */
export function MissingProperties({ missing, create, onChange }: MissingPropertiesProps) {
  const { contacts, deals, others = {} } = missing;
  return (
    <div className="missing">
      <p>
        Ridgeline keeps the AccuLynx id and a few details in properties of its own, so that no record is
        copied twice. This HubSpot portal does not have all of them yet.
      </p>
      <MissingList title="Contact" names={contacts.missingProperties} />
      <MissingList title="Deal" names={deals.missingProperties} />
      {Object.entries(others).map(([object, { missingProperties }]) => (
        <MissingList key={object} title={capitalized(nounOfObject(object).one)} names={missingProperties} />
      ))}
      <div>
        <Checkbox
          checked={create}
          aria-describedby="missing-note"
          onChange={(event) => {
            onChange(event.target.checked);
          }}
        >
          Create missing properties automatically
        </Checkbox>
        <p id="missing-note" className="missing-note">
          {create
            ? 'Adds them to HubSpot in a group of their own; nothing that is there changes.'
            : 'Without them the connection is saved, but HubSpot may refuse what a migration writes.'}
        </p>
      </div>
    </div>
  );
}

function MissingList({ title, names }: { readonly title: string; readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <section>
      <h3>
        {title} properties ({formatCount(names.length)})
      </h3>
      <ul className="missing-names" aria-label={`${title} properties`} tabIndex={0}>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </section>
  );
}
