import { Link } from 'react-router-dom';
import { Panel } from '../../ui/page/Panel.tsx';

interface Tip {
  readonly title: string;
  readonly text: string;
  /** Where to do it. */
  readonly way?: { readonly to: string; readonly text: string };
}

const tips: readonly Tip[] = [
  {
    title: 'Create Connections',
    text: 'Set up new Acculynx-HubSpot integrations for your team',
    way: { to: '/connections?dialog=create', text: 'Create a connection' },
  },
  {
    title: 'Monitor Status',
    text: 'Check your connection health and webhook status',
    way: { to: '/connections', text: 'See your connections' },
  },
  { title: 'Configure Settings', text: 'Adjust auto-sync preferences and HubSpot mapping options' },
];

/** What can be done with connections, in the order of doing it. */
export function Guide() {
  return (
    <Panel title="Connection Management Guide">
      <ol className="guide">
        {tips.map(({ title, text, way }, index) => (
          <li key={title}>
            <span className="guide-number numbers" aria-hidden>
              {index + 1}
            </span>
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
              {way ? <Link to={way.to}>{way.text}</Link> : null}
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
