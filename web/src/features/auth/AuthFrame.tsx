import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { BrandMark } from '../../ui/page/Brand.tsx';
import { PageTitle } from '../../ui/page/PageHeader.tsx';
import { useSession } from '../session/session-context.ts';
import './auth.css';

interface AuthFrameProps {
  /** The document's title. */
  readonly page: string;
  readonly heading: string;
  readonly children: ReactNode;
}

/** What the product is at the left, the forms at the right; after a session ended here, the first field has the focus. */
export function AuthFrame({ page, heading, children }: AuthFrameProps) {
  const { left } = useSession();
  const main = useRef<HTMLElement>(null);
  const came = left !== null;
  useLayoutEffect(() => {
    if (!came) return;
    const field = main.current?.querySelector<HTMLElement>('input:not([type="checkbox"])');
    (field ?? main.current)?.focus({ preventScroll: true });
  }, [came]);
  return (
    <div className="auth">
      <PageTitle page={page} />
      <Pitch />
      <main id="content" className="auth-main" tabIndex={-1} ref={main}>
        <div className="auth-box">
          <h1>{heading}</h1>
          {children}
        </div>
      </main>
    </div>
  );
}

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
function Pitch() {
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
