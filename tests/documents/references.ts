import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { citableParts, headingsOf, repositoryFiles, writtenFiles, type WrittenFile } from './repository.ts';

const texts = new Map(writtenFiles.map(({ path, text }) => [path, text]));
const adrNumbers = new Set(repositoryFiles.flatMap((path) => /^docs\/adr\/0*(\d+)-/.exec(path)?.[1] ?? []));

/** How a heading is spelled in an address. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** A Markdown link: the text, and the address with its anchor. */
const link = /\[([^\]]*)\]\(([^)\s]+)\)/g;

/** The source of a picture in HTML. */
const picture = /\bsrc(?:set)?="([^"]+)"/g;

function linkProblems({ path, text }: WrittenFile): readonly string[] {
  if (!path.endsWith('.md')) return [];
  const prose = text.replaceAll(/```[^]*?```/g, '');
  const addresses = [
    ...[...prose.matchAll(link)].map(([, , address = '']) => address),
    ...[...prose.matchAll(picture)].map(([, address = '']) => address),
  ];
  return addresses.flatMap((address) => {
    if (/^(https?|mailto):/.test(address)) return [];
    const [file = '', anchor] = address.split('#', 2);
    const target = file === '' ? path : normalize(join(dirname(path), file));
    if (!existsSync(target)) return [`there is no ${target}`];
    const known = headingsOf(texts.get(target) ?? '').map(slugOf);
    return anchor === undefined || known.includes(anchor) ? [] : [`${target} has no heading #${anchor}`];
  });
}

/** Documents that a text names by their path, from the root or from beside the file. */
function documentProblems({ path, text }: WrittenFile): readonly string[] {
  return [...text.replaceAll(link, '').matchAll(/(?<![\w/.$}*<>-])((?:[\w.-]+\/)*[\w-]+\.md)\b/g)]
    .map(([, document = '']) => document)
    .filter((document) => !existsSync(document) && !existsSync(join(dirname(path), document)))
    .map((document) => `there is no ${document}`);
}

/** Files of code that a document names between backticks: a path from the root, or the end of one. */
function codeProblems({ path, text }: WrittenFile): readonly string[] {
  if (!path.endsWith('.md')) return [];
  return [...text.matchAll(/`((?:[\w-][\w.-]*\/)+[\w.-]+\.(?:tsx?|mjs|ya?ml|proto|sh))`/g)]
    .map(([, file = '']) => file)
    .filter((file) => !repositoryFiles.some((known) => known === file || known.endsWith(`/${file}`)))
    .map((file) => `there is no ${file}`);
}

/** Sections that a text cites after a document's path: `docs/decisions.md, 5`. */
function partProblems({ text }: WrittenFile): readonly string[] {
  const cited =
    /\b(docs\/(?:decisions|vendors\/\w+)\.md), ([A-Z]\w+|\d[\d.]*(?:(?:, and |, | and )\d[\d.]*)*)/g;
  return [...text.matchAll(cited)].flatMap(([, document = '', parts = '']) => {
    const known = citableParts(texts.get(document) ?? '');
    return parts
      .split(/, and |, | and /)
      .map((part) => part.replace(/\.$/, ''))
      .filter((part) => !known.has(part))
      .map((part) => `${document} has no ${part}`);
  });
}

/** Decisions and sections cited without their document, and numbers of decisions and ADRs that do not exist. */
function numberProblems({ path, text }: WrittenFile): readonly string[] {
  const own = citableParts(path.endsWith('.md') ? text : '');
  const decisions = citableParts(texts.get('docs/decisions.md') ?? '');
  const loose = [...text.replaceAll(link, '').matchAll(/\b(decisions?|sections?) (\d+(?:\.\d+)?)\b/gi)]
    .filter(([, word = '', number = '']) => !(word.startsWith('s') && own.has(number)))
    .map(([cited]) => `"${cited}" names no document`);
  const linked = [...text.matchAll(link)]
    .flatMap(([, label = '']) => /^decision (\d+)$/i.exec(label)?.[1] ?? [])
    .filter((number) => !decisions.has(number))
    .map((number) => `docs/decisions.md has no ${number}`);
  const adrs = [...text.matchAll(/\bADR (\d+)\b/g)]
    .filter(([, number = '']) => !adrNumbers.has(number))
    .map(([cited]) => `there is no ${cited}`);
  return [...loose, ...linked, ...adrs];
}

/** References in a file to something that the repository does not have. Web addresses are not checked. */
export function referenceProblems({ path, text }: WrittenFile): readonly string[] {
  const offline = { path, text: text.replaceAll(/\b\w+:\/\/[^\s)'"`]+/g, 'https://web') };
  return [linkProblems, documentProblems, codeProblems, partProblems, numberProblems].flatMap((problemsOf) =>
    problemsOf(offline).map((problem) => `${path}: ${problem}`),
  );
}
