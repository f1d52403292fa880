import { Fragment } from 'react';
import type { Block, Heading, Inline, Picture, Table } from '../guide/guide.ts';
import { GuidePicture } from './GuidePicture.tsx';
import { GuideLink } from './help-navigation.tsx';
import './guide-text.css';

interface GuideTextProps {
  readonly blocks: readonly Block[];
  readonly pictures: ReadonlyMap<string, Picture>;
  /** Whether the text is shown beside a page. Then it is narrow, and the page's own headings and anchors are present too. */
  readonly beside?: boolean;
}

/** The element id of a heading; prefixed beside a page, which may have the same anchor itself. */
export const headingId = (anchor: string, beside: boolean): string => (beside ? `help-${anchor}` : anchor);

/** The text of a topic, without its title. */
export function GuideText({ blocks, pictures, beside = false }: GuideTextProps) {
  return (
    <div className="guide-text">
      {blocks.map((block, at) => (
        <GuideBlock key={at} block={block} pictures={pictures} beside={beside} />
      ))}
    </div>
  );
}

type GuideBlockProps = Required<Omit<GuideTextProps, 'blocks'>> & { readonly block: Block };

function GuideBlock({ block, pictures, beside }: GuideBlockProps) {
  switch (block.kind) {
    case 'heading':
      return <GuideHeading heading={block} beside={beside} />;
    case 'paragraph':
      return (
        <p>
          <Inlines of={block.text} />
        </p>
      );
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((item, at) => (
            <li key={at}>
              {item.map((part, index) => (
                <GuideBlock key={index} block={part} pictures={pictures} beside={beside} />
              ))}
            </li>
          ))}
        </List>
      );
    }
    case 'table':
      return <GuideTable table={block} />;
    case 'picture':
      return <GuidePicture block={block} pictures={pictures} beside={beside} />;
  }
}

function GuideHeading({ heading, beside }: { readonly heading: Heading; readonly beside: boolean }) {
  const { depth, anchor, text } = heading;
  const Level = `h${Math.min(depth + (beside ? 1 : 0), 6)}` as 'h2' | 'h3' | 'h4';
  return (
    <Level id={headingId(anchor, beside)} tabIndex={-1}>
      <Inlines of={text} />
    </Level>
  );
}

/**
 * A table; in narrow places each row becomes a card. The roles are explicit because the card styles would remove the
 * implicit ones.
 */
function GuideTable({ table: { head, labels, rows } }: { readonly table: Table }) {
  return (
    <table role="table">
      <thead role="rowgroup">
        <tr role="row">
          {head.map((cell, at) => (
            <th key={at} role="columnheader" scope="col">
              <Inlines of={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row, index) => (
          <tr key={index} role="row">
            {row.map((cell, at) => (
              <td key={at} role="cell" data-label={labels[at]}>
                <Inlines of={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Inlines = ({ of }: { readonly of: readonly Inline[] }) =>
  of.map((inline, at) => (
    <Fragment key={at}>
      <InlineText inline={inline} />
    </Fragment>
  ));

function InlineText({ inline }: { readonly inline: Inline }) {
  switch (inline.kind) {
    case 'text':
      return inline.text;
    case 'code':
      return <code>{inline.text}</code>;
    case 'strong':
      return (
        <strong>
          <Inlines of={inline.text} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Inlines of={inline.text} />
        </em>
      );
    case 'link':
      return typeof inline.to === 'string' ? (
        <a href={inline.to} target="_blank" rel="noreferrer">
          <Inlines of={inline.text} />
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
      ) : (
        <GuideLink place={inline.to}>
          <Inlines of={inline.text} />
        </GuideLink>
      );
  }
}
