/** Longer identifiers are cut to their beginning, which is what people compare. */
const longest = 12;

/** `4a7f1c22-b1e…` */
export const truncated = (id: string): string => (id.length > longest + 1 ? `${id.slice(0, longest)}…` : id);
