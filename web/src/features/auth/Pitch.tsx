import { BrandMark } from '../../ui/page/BareFrame.tsx';

const promises = [
  { title: 'Seamless integration', text: 'AccuLynx on one side, HubSpot on the other. Nothing to install.' },
  {
    title: 'Contacts and jobs sync automatically',
    text: 'What your crew enters in AccuLynx shows up in HubSpot.',
  },
];

const figures = [
  { figure: '100%', text: 'data accuracy' },
  { figure: '24/7', text: 'automatic sync' },
  { figure: '5 min', text: 'setup time' },
];

/** What the product is, beside the sign-in form; on phones its name above, the rest below. */
export function Pitch() {
  return (
    <aside className="pitch" aria-label="About Ridgeline">
      <p className="pitch-brand">
        <BrandMark size={32} />
        Ridgeline
      </p>
      <div className="pitch-body">
        <p className="pitch-head">From AccuLynx to HubSpot, with every record accounted for.</p>
        <ul className="pitch-promises">
          {promises.map(({ title, text }) => (
            <li key={title}>
              <strong>{title}</strong>
              <span>{text}</span>
            </li>
          ))}
        </ul>
        <ul className="pitch-figures">
          {figures.map(({ figure, text }) => (
            <li key={text}>
              <strong>{figure}</strong>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}
