import { Link } from 'react-router-dom';
import { Panel } from '../../components/Panel.tsx';

interface Step {
  readonly title: string;
  readonly text: string;
  readonly to: string;
  readonly link: string;
}

const connect: Step = {
  title: 'Create Connections',
  text: 'Set up new Acculynx-HubSpot integrations for your team',
  to: '/connections?dialog=create',
  link: 'Create a connection',
};

const copy: Step = {
  title: 'Copy your contacts',
  text: 'Start a migration, and watch each contact arrive in HubSpot',
  to: '/migrations?dialog=create',
  link: 'Start a migration',
};

const watch: Step = {
  title: 'Monitor Status',
  text: 'Check your connection health and how far migrations are',
  to: '/migrations',
  link: 'See migrations',
};

/** What to do first and next. `connected` is null while it is not known whether there is a connection. */
export function Guide({ connected }: { readonly connected: boolean | null }) {
  const steps = connected === false ? [connect] : [connect, copy, watch];
  return (
    <Panel title="Connection Management Guide">
      <ol className="guide">
        {steps.map(({ title, text, to, link }, index) => (
          <li key={title}>
            <span className="guide-number numbers" aria-hidden>
              {index + 1}
            </span>
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
              <Link to={to}>{link}</Link>
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
