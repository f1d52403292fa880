import type { Migration } from '@ridgeline/contracts';
import { Link } from 'react-router-dom';
import { Ago } from '../../ui/text/Ago.tsx';
import { resultLook } from './result-display.ts';
import './result-brief.css';

/** The result of a migration in one line, which leads to it: how it ended, what it copied, and when. */
export function ResultBrief({ migration }: { readonly migration: Migration }) {
  const { tone, icon: Icon, text, reason } = resultLook(migration);
  return (
    <span className={`result-brief result-brief-${tone} numbers`}>
      <Icon aria-hidden />
      <Link to={`/migrations/${migration.id}`} {...(reason === null ? {} : { title: reason })}>
        {text}
        {reason === null ? null : <span className="visually-hidden">: {reason}</span>}
      </Link>
      <small>
        <Ago time={migration.completedAt ?? migration.createdAt} />
      </small>
    </span>
  );
}
