/** Which item the keys lead to: the arrows go around, Home and End to the ends, a letter to the next that begins with it. */
export function nextItem(texts: readonly string[], present: number, key: string): number | null {
  const { length } = texts;
  if (key === 'ArrowDown') return (present + 1) % length;
  if (key === 'ArrowUp') return (present - 1 + length) % length;
  if (key === 'Home') return 0;
  if (key === 'End') return length - 1;
  if (key.length !== 1) return null;
  const around = texts.map((_, index) => (present + 1 + index) % length);
  return around.find((index) => texts[index]?.toLowerCase().startsWith(key.toLowerCase())) ?? null;
}
