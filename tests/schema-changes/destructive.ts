/** Patterns of SQL that removes something the previous release uses, each with its effect. SQL that only adds matches none. */
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

/** A function's body only runs when the function is called; the body of a `do` block runs now. */
const withoutFunctionBodies = (statement: string): string =>
  /^\s*create\s+(or\s+replace\s+)?(function|procedure)\b/.test(statement)
    ? statement.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, '')
    : statement;

/** What a statement removes from services of the previous release, in words; empty if it only adds. */
export function takenBy(sql: string): string[] {
  const statement = withoutFunctionBodies(sql.replace(/--.*$/gm, '').toLowerCase());
  return destructive.filter(([pattern]) => pattern.test(statement)).map(([, what]) => what);
}
