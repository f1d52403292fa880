import { Link } from 'react-router-dom';
import { PageTitle } from '../../components/PageHeader.tsx';
import '../../components/state.css';
import { deniedTexts as texts } from './texts.ts';

/** What signed-in people see who are no administrators. */
export function AccessDenied() {
  return (
    <div className="state state-card">
      <PageTitle page={texts.title} />
      <h1>{texts.title}</h1>
      <p>{texts.text}</p>
      <Link to="/">{texts.back}</Link>
    </div>
  );
}
