import { LockOutlined } from '@ant-design/icons';
import { Link } from 'react-router-dom';
import { PageTitle } from '../../ui/page/PageHeader.tsx';
import { deniedTexts as texts } from './texts.ts';
import '../../ui/page/state.css';
import './users.css';

/** What signed-in people see who are no administrators. */
export function AccessDenied() {
  return (
    <div className="state state-card">
      <LockOutlined className="users-denied" aria-hidden />
      <PageTitle page={texts.title} />
      <h1>{texts.title}</h1>
      <p>{texts.text}</p>
      <Link to="/">{texts.back}</Link>
    </div>
  );
}
