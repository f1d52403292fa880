import ts from 'typescript';
import { phrases } from './phrases.ts';
import { fixedTexts } from './scope.ts';

/** A phrase found in a text. */
export interface Finding {
  /** Counted from 1. */
  readonly line: number;
  readonly found: string;
  readonly write: string;
}

/** White space between two words, including the marks that begin lines of a comment. */
const gap = String.raw`(?:\s|\*|\/\/|#|--)+`;

const wholeWords = (pattern: string): RegExp =>
  new RegExp(String.raw`(?<![\w-])(?:${pattern.replaceAll(' ', gap)})(?!\w)`, 'gi');

const searched = phrases.map(({ pattern, write }) => ({ expression: wholeWords(pattern), write }));

const isCode = (path: string): boolean => /\.(?:ts|tsx|mjs|js)$/.test(path);

/** The innermost node at a position of a file; a comment belongs to the node around it. */
function nodeAt(file: ts.SourceFile, place: number): ts.Node {
  const descend = (node: ts.Node): ts.Node => {
    const inner = node
      .getChildren(file)
      .find((child) => child.getStart(file) <= place && place < child.getEnd());
    return inner ? descend(inner) : node;
  };
  return descend(file);
}

/** Paths of modules and members of literal types are names. */
const isName = (node: ts.Node): boolean =>
  ts.isImportDeclaration(node.parent) ||
  ts.isExportDeclaration(node.parent) ||
  ts.isLiteralTypeNode(node.parent);

/** Whether a position is prose: in a comment, a string or the text of a JSX element, but not in a name or a path. */
function isProse(file: ts.SourceFile, place: number): boolean {
  const node = nodeAt(file, place);
  if (ts.isStringLiteralLike(node)) return !isName(node);
  const isText = ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node) || ts.isJsxText(node);
  return (
    isText || (!ts.isToken(node) && !ts.isIdentifier(node)) || node.kind === ts.SyntaxKind.EndOfFileToken
  );
}

function isFixed(text: string, from: number, to: number): boolean {
  return fixedTexts.some((fixed) => {
    const start = text.indexOf(fixed, Math.max(0, to - fixed.length));
    return start !== -1 && start <= from;
  });
}

/**
 * Finds the phrases that a file uses in prose. In TypeScript and JavaScript, prose is comments, strings and the text of JSX
 * elements; in every other file it is the whole text.
 */
export function findPhrases(path: string, text: string): readonly Finding[] {
  let parsed: ts.SourceFile | undefined;
  const counts = (from: number): boolean => {
    if (!isCode(path)) return true;
    parsed ??= ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    return isProse(parsed, from);
  };
  return searched.flatMap(({ expression, write }) =>
    [...text.matchAll(expression)]
      .filter(({ index, 0: found }) => !isFixed(text, index, index + found.length) && counts(index))
      .map(({ index, 0: found }) => ({ line: text.slice(0, index).split('\n').length, found, write })),
  );
}
