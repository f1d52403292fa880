import { QuestionCircleOutlined } from '@ant-design/icons';
import { Link, useSearchParams } from 'react-router-dom';
import { withHelp } from './guide/guide-link.ts';
import { helpPlaces, type HelpPlaceName } from './help-places.ts';
import './help-link.css';

/**
 * The '?' beside a title: it opens the guide there, beside the page. The address says so, so that Back closes it and nothing
 * that was typed is left behind.
 */
export function HelpLink({ to }: { readonly to: HelpPlaceName }) {
  const [search] = useSearchParams();
  const { about, ...place } = helpPlaces[to];
  return (
    <Link
      className="help-link"
      to={{ search: withHelp(search, place).toString() }}
      preventScrollReset
      aria-label={`Help: ${about}`}
      aria-haspopup="dialog"
    >
      <QuestionCircleOutlined aria-hidden />
    </Link>
  );
}
