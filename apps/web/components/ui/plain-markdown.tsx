import type { ReactNode } from 'react'
import { InlineLink } from './inline-link.tsx'
import { type MarkdownBlock, markdownBlocks } from './markdown-blocks.ts'
import { Cell, HeadCell, PlainTable, RowHead } from './plain-table.tsx'

/** Where a link of a document leads within the dashboard; null for one that leads nowhere there. */
export type LinkOf = (target: string) => string | null

const nowhere: LinkOf = () => null

/** A page of our own documentation. */
export function PlainMarkdown({ text, linkOf = nowhere }: { text: string; linkOf?: LinkOf }) {
  return markdownBlocks(text).map((block, index) => (
    <Block key={index} block={block} linkOf={linkOf} />
  ))
}

function Block({ block, linkOf }: { block: MarkdownBlock; linkOf: LinkOf }) {
  const words = (text: string) => <Words text={text} linkOf={linkOf} />
  switch (block.kind) {
    case 'heading': {
      const Heading = block.level === 2 ? 'h2' : 'h3'
      const look = block.level === 2 ? 'mt-8 text-lg font-semibold' : 'mt-6 font-semibold'
      return (
        <Heading id={anchorOf(block.text)} className={look}>
          {words(block.text)}
        </Heading>
      )
    }
    case 'table':
      return <Table lines={block.lines} words={words} />
    case 'code':
      return (
        <pre className="mt-3 overflow-x-auto rounded-lg bg-sunken p-3 font-mono text-xs leading-relaxed">
          {block.text}
        </pre>
      )
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul'
      return (
        <List
          className={`mt-2 max-w-prose space-y-1 pl-5 text-sm text-ink-soft ${block.ordered ? 'list-decimal' : 'list-disc'}`}
        >
          {block.items.map((item) => (
            <li key={item}>{words(item)}</li>
          ))}
        </List>
      )
    }
    case 'paragraph':
      return <p className="mt-2 max-w-prose text-sm text-ink-soft">{words(block.text)}</p>
  }
}

/** The name under which a heading can be linked to. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(/\s+/g, '-')
}

function Table({
  lines: [head = '', , ...rows],
  words,
}: {
  lines: readonly string[]
  words: (text: string) => ReactNode
}) {
  return (
    <div className="mt-3">
      <PlainTable caption={cellsOf(head).join(', ')}>
        <thead>
          <tr>
            {cellsOf(head).map((cell) => (
              <HeadCell key={cell}>{cell}</HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const [name = '', ...cells] = cellsOf(row)
            return (
              <tr key={row} className="border-b border-line last:border-0">
                <RowHead>{words(name)}</RowHead>
                {cells.map((cell, index) => (
                  <Cell key={index}>{words(cell)}</Cell>
                ))}
              </tr>
            )
          })}
        </tbody>
      </PlainTable>
    </div>
  )
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}

const MARKED = /(\*\*[^*]+\*\*|`[^`]+`|\[[^\]]+\]\([^)]+\)|\*[^*\s][^*]*\*)/

function Words({ text, linkOf }: { text: string; linkOf: LinkOf }) {
  return text.split(MARKED).map((part, index) => {
    if (part.startsWith('**')) return <strong key={index}>{part.slice(2, -2)}</strong>
    if (part.startsWith('`')) {
      return (
        <code key={index} className="font-mono text-[0.9em] [overflow-wrap:anywhere]">
          {part.slice(1, -1)}
        </code>
      )
    }
    const [, label = '', target = ''] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? []
    if (target) {
      const href = linkOf(target)
      return href ? (
        <InlineLink key={index} href={href}>
          {label.replaceAll('`', '')}
        </InlineLink>
      ) : (
        label.replaceAll('`', '')
      )
    }
    if (/^\*[^*]+\*$/.test(part)) return <em key={index}>{part.slice(1, -1)}</em>
    return part
  })
}
