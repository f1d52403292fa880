/**
 * What stands in a secret's field after typing over its mask: the mask while it is whole, else what was typed without any
 * of it. A mask is never edited in part, since a part of it stands for nothing.
 */
export function typedOver(mask: string, text: string): string {
  if (text === mask) return mask;
  if (text.includes(mask)) return text.replace(mask, '');
  const [first = ''] = mask;
  return text.includes(first) ? '' : text;
}
