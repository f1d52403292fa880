import { QuestionCircleOutlined } from '@ant-design/icons';
import { Link, useSearchParams } from 'react-router-dom';
import { withHelp } from './guide/guide-link.ts';
import { helpPlaces, type HelpPlaceName } from './help-places.ts';
import './help-link.css';

/**
 * The '?' beside a title, which opens the matching part of the guide beside the page. The URL records it, so that Back
 * closes it and no input is lost.
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
