import { hubspotScopes } from '@ridgeline/contracts';
import { Button } from '../../../ui/controls/Button.tsx';
import { useCopy } from '../../../ui/text/CutText.tsx';
import './credential-help.css';

const acculynxKeys = 'https://my.acculynx.com/apikeys';
const hubspotGuide =
  'https://developers.hubspot.com/docs/apps/developer-platform/build-apps/authentication/account-service-keys';

/** Where the AccuLynx API key is found, step by step. */
export function AcculynxKeyHelp() {
  return (
    <details className="credential-help">
      <summary>Where do I find the API key?</summary>
      <ol>
        <li>
          Open <Elsewhere href={acculynxKeys}>API keys in AccuLynx</Elsewhere>. It takes an administrator of
          the company or of the location.
        </li>
        <li>Create a key for Ridgeline alone, so that you can revoke it without affecting other tools.</li>
        <li>
          Copy it and paste it here. A key belongs to one location: each location gets its own connection.
        </li>
      </ol>
    </details>
  );
}

/** Where to create a HubSpot token, and which scopes it needs. */
export function HubspotTokenHelp() {
  return (
    <details className="credential-help">
      <summary>Where do I find the token, and which scopes does it need?</summary>
      <ol>
        <li>
          In HubSpot, open Development, then Keys, then Service keys, and create a <b>service key</b>. It
          takes a super admin or developer access.{' '}
          <Elsewhere href={hubspotGuide}>HubSpot’s own guide</Elsewhere>
        </li>
        <li>
          Tick these scopes: <CopyScopes />
          <ul>
            {hubspotScopes.map(({ scope, use, required }) => (
              <li key={scope}>
                <code>{scope}</code> <span>{required ? use : `${use} (optional)`}</span>
              </li>
            ))}
          </ul>
        </li>
        <li>
          Copy the key, which begins with <code>pat-</code>, and paste it here. A <b>private app token</b>{' '}
          that you have already works just as well.
        </li>
      </ol>
    </details>
  );
}

/** One scope per line, for selecting them in HubSpot. */
function CopyScopes() {
  const copy = useCopy();
  return (
    <Button small onClick={() => void copy('Scopes', hubspotScopes.map(({ scope }) => scope).join('\n'))}>
      Copy all
    </Button>
  );
}

interface ElsewhereProps {
  readonly href: string;
  readonly children: string;
}

/** A link to another site in a new tab, so that the form's input is kept. */
function Elsewhere({ href, children }: ElsewhereProps) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
