const shortest = 3;

/** Whether a typed name can be saved: long enough, and not the one that is there. */
export function isNewName(typed: string, present: string): boolean {
  const name = typed.trim();
  return name.length >= shortest && name !== present;
}
