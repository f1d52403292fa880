import type { MigrationLog } from '@ridgeline/contracts';

/** A context with all its fields, nested ones under their names. */
export function ContextTree({ context }: { readonly context: MigrationLog['context'] }) {
  return <Branch entries={Object.entries(context)} />;
}

function Branch({ entries }: { readonly entries: readonly (readonly [string, unknown])[] }) {
  return (
    <ul className="context-tree">
      {entries.map(([name, value]) => (
        <li key={name}>{isBranch(value) ? <Nested name={name} value={value} /> : leaf(name, value)}</li>
      ))}
    </ul>
  );
}

function Nested({ name, value }: { readonly name: string; readonly value: object }) {
  const entries = Object.entries(value);
  return (
    <details open>
      <summary>
        {name} <span className="numbers">({entries.length})</span>
      </summary>
      <Branch entries={entries} />
    </details>
  );
}

const leaf = (name: string, value: unknown) => (
  <>
    {name}: <bdi>{typeof value === 'string' ? value : JSON.stringify(value)}</bdi>
  </>
);

/** Whether there is something below it; an empty list or object is a leaf. */
const isBranch = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;
