/** SQL that takes something from the previous release, and what it does. What only adds matches none. */
const destructive: readonly (readonly [RegExp, string])[] = [
  [/\bdrop\s+(table|column|view|function|procedure|schema|type|sequence|domain)\b/, 'drops what may be used'],
  [
    /\bdrop\s+(?!constraint|index|default|not\s+null|trigger|policy|expression|identity)\w+/,
    'drops a column',
  ],
  [/\brename\b/, 'renames what is used'],
  [/\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/, 'changes a type'],
  [/\bset\s+not\s+null\b/, 'refuses rows that were taken'],
  [/\bdrop\s+default\b/, 'refuses rows that were taken'],
  [
    /\badd\s+(column\s+)?(?!constraint)(?=[^,]*\bnot\s+null\b)(?![^,]*\b(default|generated)\b)\w+/,
    'asks for a value that was not given',
  ],
  [/\btruncate\b|\bdelete\s+from\b/, 'deletes rows'],
  [/\brevoke\b/, 'takes a right away'],
];

/** A function's body runs later, in words of its own; that of a `do` runs now. */
const withoutFunctionBodies = (statement: string): string =>
  /^\s*create\s+(or\s+replace\s+)?(function|procedure)\b/.test(statement)
    ? statement.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, '')
    : statement;

/** What a statement takes from services of the release before, in words; none when it only adds. */
export function takenBy(sql: string): string[] {
  const statement = withoutFunctionBodies(sql.replace(/--.*$/gm, '').toLowerCase());
  return destructive.filter(([pattern]) => pattern.test(statement)).map(([, what]) => what);
}
