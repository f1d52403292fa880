import { useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import { Notice } from '../controls/Notice.tsx';
import { formatList } from '../text/format.ts';
import './ignored-parameters.css';

/** Says which parts of the address are not understood: what is shown is not narrowed down by them. */
export function IgnoredParameters({ names }: { readonly names: readonly string[] }) {
  const [search, setSearch] = useSearchParams();
  if (names.length === 0) return null;
  const told = names.map((name) => `${name} “${search.get(name)?.slice(0, 40) ?? ''}”`);
  return (
    <Notice
      role="alert"
      className="ignored-parameters"
      tone="warning"
      text={`Unknown options in the link were ignored: ${formatList(told)}.`}
      onDismiss={() => {
        setSearch((now) => withoutParameters(now, names), { replace: true });
      }}
    />
  );
}

/** A page or a numeric id: only digits, within the range of safe JavaScript integers. */
export const positiveParameter = z
  .string()
  .regex(/^[1-9]\d*$/)
  .transform(Number)
  .pipe(z.int());

type Schemas = Readonly<Record<string, z.ZodType>>;

/** The values of a URL's parameters; null if missing or invalid. */
export interface ReadParameters<S extends Schemas> {
  readonly values: { readonly [Name in keyof S]: z.output<S[Name]> | null };
  /** The names of invalid parameters. */
  readonly ignored: readonly string[];
}

/** Reads the parameters of a URL, each by its schema; an empty one counts as missing. */
export function readParameters<S extends Schemas>(search: URLSearchParams, schemas: S): ReadParameters<S> {
  const ignored: string[] = [];
  const values = Object.entries(schemas).map(([name, schema]) => {
    const text = search.get(name) ?? '';
    if (text === '') return [name, null] as const;
    const { success, data } = schema.safeParse(text);
    if (!success) ignored.push(name);
    return [name, success ? data : null] as const;
  });
  return { values: Object.fromEntries(values) as ReadParameters<S>['values'], ignored };
}

/** The address without those parameters; other ones, such as that of an open dialog, stay. */
export function withoutParameters(search: URLSearchParams, names: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of names) next.delete(name);
  return next;
}
