import { plainText, type Block, type Guide, type Picture, type Topic } from './guide.ts';
import { readBlocks } from './read-blocks.ts';

/** The files of the guide by their names: texts without `.md`, pictures with their ending. */
export interface GuideFiles {
  readonly texts: ReadonlyMap<string, string>;
  readonly pictures: ReadonlyMap<string, Picture>;
}

/** Parses the guide. Its README lists the topics; each topic is a file. */
export function readGuide({ texts, pictures }: GuideFiles): Guide {
  const topics = listedTopics(readBlocks(texts.get('README') ?? '', 'README')).flatMap(({ name, about }) => {
    const text = texts.get(name);
    return text === undefined ? [] : [readTopic(name, about, text)];
  });
  return { topics, pictures };
}

/** The topics that README lists, each with what it says after the link. */
function listedTopics(blocks: readonly Block[]): readonly Pick<Topic, 'name' | 'about'>[] {
  const items = blocks.flatMap((block) => (block.kind === 'list' ? block.items : []));
  return items.flatMap(([first]) => {
    if (first?.kind !== 'paragraph') return [];
    const [link, ...rest] = first.text;
    if (link?.kind !== 'link' || typeof link.to === 'string' || link.to.topic === null) return [];
    return [{ name: link.to.topic, about: plainText(rest).replace(/^\W+/, '') }];
  });
}

/** A topic: its first heading is its title, which pages and panels show themselves. */
function readTopic(name: string, about: string, text: string): Topic {
  const blocks = readBlocks(text, name);
  const title = blocks.find((block) => block.kind === 'heading' && block.depth === 1);
  return {
    name,
    title: title?.kind === 'heading' ? plainText(title.text) : name,
    about,
    blocks: blocks.filter((block) => block !== title),
  };
}
