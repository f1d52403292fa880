import { Alert } from 'antd';
import { useSearchParams } from 'react-router-dom';
import { withoutParameters } from './address-parameters.ts';
import './ignored-parameters.css';

const list = new Intl.ListFormat('en-US');

/** Says which parts of the address are not understood: what is shown is not narrowed down by them. */
export function IgnoredParameters({ names }: { readonly names: readonly string[] }) {
  const [search, setSearch] = useSearchParams();
  if (names.length === 0) return null;
  const told = names.map((name) => `${name} “${search.get(name)?.slice(0, 40) ?? ''}”`);
  return (
    <Alert
      className="ignored-parameters"
      type="warning"
      showIcon
      title={`The address asks for what there is not, and it was ignored: ${list.format(told)}.`}
      closable={{
        'aria-label': 'Dismiss',
        onClose: () => {
          setSearch((now) => withoutParameters(now, names), { replace: true });
        },
      }}
    />
  );
}
