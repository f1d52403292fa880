/** The office manager's guide as the app shows it: `docs/guide/`, read into plain data. */
export interface Guide {
  /** In the order of the guide's README. */
  readonly topics: readonly Topic[];
  /** By file name, such as `connect.png`. */
  readonly pictures: ReadonlyMap<string, Picture>;
}

/** One file of the guide. */
export interface Topic {
  /** The file's name without its ending, as in `/help/connect`. */
  readonly name: string;
  readonly title: string;
  /** A short description; empty if the README has none. */
  readonly about: string;
  readonly blocks: readonly Block[];
}

/** A place in the guide: a topic, or the list of all of them; there the beginning, or a heading by its anchor. */
export interface GuidePlace {
  readonly topic: string | null;
  readonly heading: string | null;
}

export interface Picture {
  readonly src: string;
  /** In pixels of the file, so that its room is kept while it loads. */
  readonly width: number;
  readonly height: number;
}

export type Block =
  | Heading
  | { readonly kind: 'paragraph'; readonly text: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Block[])[] }
  | Table
  | PictureBlock;

export interface Heading {
  readonly kind: 'heading';
  /** 2 for a part of the topic, 3 for a part of that. */
  readonly depth: number;
  /** Its anchor, spelled as GitHub does. */
  readonly anchor: string;
  readonly text: readonly Inline[];
}

export interface PictureBlock {
  readonly kind: 'picture';
  readonly alt: string;
  /** The name of its file. */
  readonly file: string;
  /** The same for narrow screens. */
  readonly narrow: { readonly file: string; readonly media: string } | null;
}

export interface Table {
  readonly kind: 'table';
  readonly head: readonly Cell[];
  /** The column titles as plain text; they label the cells where each row is a card. */
  readonly labels: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

export type Cell = readonly Inline[];

export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly text: readonly Inline[] }
  | { readonly kind: 'link'; readonly to: GuidePlace | string; readonly text: readonly Inline[] };

/** The plain text, without formatting. */
export const plainText = (inlines: readonly Inline[]): string =>
  inlines.map(({ text }) => (typeof text === 'string' ? text : plainText(text))).join('');
