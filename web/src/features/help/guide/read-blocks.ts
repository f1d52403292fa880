import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { plainText, type Block, type Inline, type PictureBlock } from './guide.ts';
import { anchorOf, linkTarget } from './guide-link.ts';

/**
 * Parses a file of the guide into blocks. HTML never reaches the page: anything that is not known here, such as a tag other
 * than a picture's, is dropped. `topic` is the file's name.
 */
export const readBlocks = (markdown: string, topic: string): readonly Block[] =>
  blocksOf(lexer(markdown), topic);

/** marked's own token types; other types come only from extensions, which are not used. */
const known = (tokens: readonly Token[] | undefined) => (tokens ?? []) as readonly MarkedToken[];

const blocksOf = (tokens: readonly Token[] | undefined, topic: string): readonly Block[] =>
  known(tokens).flatMap((token) => blockOf(token, topic) ?? []);

function blockOf(token: MarkedToken, topic: string): Block | null {
  if (token.type === 'heading') {
    const text = inlinesOf(token.tokens, topic);
    return { kind: 'heading', depth: token.depth, anchor: anchorOf(plainText(text)), text };
  }
  if (token.type === 'list')
    return {
      kind: 'list',
      ordered: token.ordered,
      items: token.items.map(({ tokens }) => blocksOf(tokens, topic)),
    };
  if (token.type === 'table') {
    const cell = ({ tokens }: Tokens.TableCell) => inlinesOf(tokens, topic);
    const head = token.header.map(cell);
    const rows = token.rows.map((row) => row.map(cell));
    return { kind: 'table', head, labels: head.map(plainText), rows };
  }
  if (token.type === 'html') return pictureOf(token.text);
  // marked does not wrap the text of a list item in a paragraph.
  if (token.type !== 'paragraph' && token.type !== 'text') return null;
  if (isLinkElsewhere(known(token.tokens), topic)) return null;
  return { kind: 'paragraph', text: inlinesOf(token.tokens, topic) };
}

/** Whether a paragraph consists only of a link to something that the app does not have. */
const isLinkElsewhere = ([first, second]: readonly MarkedToken[], topic: string): boolean =>
  first?.type === 'link' && second === undefined && linkTarget(first.href, topic) === null;

const inlinesOf = (tokens: readonly Token[] | undefined, topic: string): readonly Inline[] =>
  known(tokens).flatMap((token) => inlineOf(token, topic));

function inlineOf(token: MarkedToken, topic: string): readonly Inline[] {
  if (token.type === 'text' || token.type === 'escape')
    // A line break of the file is a space in its sentence.
    return [{ kind: 'text', text: token.text.replaceAll('\n', ' ') }];
  if (token.type === 'codespan') return [{ kind: 'code', text: token.text }];
  if (token.type === 'strong') return [{ kind: 'strong', text: inlinesOf(token.tokens, topic) }];
  if (token.type === 'em') return [{ kind: 'emphasis', text: inlinesOf(token.tokens, topic) }];
  if (token.type !== 'link') return [];
  const to = linkTarget(token.href, topic);
  const text = inlinesOf(token.tokens, topic);
  return to === null ? text : [{ kind: 'link', to, text }];
}

/** The picture of a `<picture>` element; null where it has none. */
function pictureOf(html: string): PictureBlock | null {
  const attribute = (tag: string, name: string) =>
    new RegExp(`<${tag}\\b[^>]*\\b${name}="([^"]*)"`).exec(html)?.[1] ?? null;
  const file = fileName(attribute('img', 'src'));
  const narrow = fileName(attribute('source', 'srcset'));
  const media = attribute('source', 'media');
  if (file === null) return null;
  return {
    kind: 'picture',
    alt: attribute('img', 'alt') ?? '',
    file,
    narrow: narrow === null || media === null ? null : { file: narrow, media },
  };
}

const fileName = (path: string | null): string | null => path?.split('/').at(-1) ?? null;
