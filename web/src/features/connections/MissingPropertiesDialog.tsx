import { Button, Checkbox } from 'antd';
import { Dialog } from '../../components/Dialog.tsx';
import { useState } from 'react';
import { formatCount } from '../../components/format.ts';
import type { MissingQuestion } from './use-save-connection.ts';
import './missing-properties.css';

/** Asks whether the properties that HubSpot lacks shall be created. */
export function MissingPropertiesDialog({ question }: { readonly question: MissingQuestion }) {
  const [create, setCreate] = useState(true);
  const { contacts, deals } = question.missing;
  return (
    <Dialog
      open
      title="Missing HubSpot properties"
      onCancel={() => question.answer('cancel')}
      footer={[
        <Button key="cancel" onClick={() => question.answer('cancel')}>
          Cancel
        </Button>,
        <Button
          key="continue"
          type="primary"
          autoFocus
          onClick={() => question.answer(create ? 'create' : 'leave')}
        >
          Continue
        </Button>,
      ]}
    >
      <div className="missing">
        <p>
          Ridgeline keeps the AccuLynx id and a few details in properties of its own, so that no record is
          copied twice. This HubSpot portal does not have all of them yet.
        </p>
        <MissingList title="Contact" names={contacts.missingProperties} />
        <MissingList title="Deal" names={deals.missingProperties} />
        <Checkbox checked={create} onChange={(event) => setCreate(event.target.checked)}>
          Create missing properties automatically
        </Checkbox>
        {create ? null : (
          <p>Without them the connection is saved, but a migration may be refused by HubSpot.</p>
        )}
      </div>
    </Dialog>
  );
}

function MissingList({ title, names }: { readonly title: string; readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <div>
      <h3>
        {title} properties ({formatCount(names.length)})
      </h3>
      <ul className="missing-names">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </div>
  );
}
