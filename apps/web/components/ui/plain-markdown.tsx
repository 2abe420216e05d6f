import { Cell, HeadCell, PlainTable, RowHead } from './plain-table.tsx'

/**
 * A page of our own documentation: headings, paragraphs, tables, bold words and code. That is all
 * that those pages use.
 */
export function PlainMarkdown({ text }: { text: string }) {
  return text.split(/\n{2,}/).map((block, index) => <Block key={index} block={block.trim()} />)
}

function Block({ block }: { block: string }) {
  const heading = /^(#{2,3}) (.*)$/.exec(block)
  if (heading) {
    const Heading = heading[1] === '##' ? 'h2' : 'h3'
    const look = heading[1] === '##' ? 'mt-8 text-lg font-semibold' : 'mt-6 font-semibold'
    return <Heading className={look}>{heading[2]}</Heading>
  }
  if (block.startsWith('|')) return <Table lines={block.split('\n')} />
  return (
    <p className="mt-2 max-w-prose text-sm text-ink-soft">
      <Words text={block} />
    </p>
  )
}

function Table({ lines: [head = '', , ...rows] }: { lines: readonly string[] }) {
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
            const [name, ...cells] = cellsOf(row)
            return (
              <tr key={row} className="border-b border-line last:border-0">
                <RowHead>{name}</RowHead>
                {cells.map((cell, index) => (
                  <Cell key={index}>{cell}</Cell>
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

function Words({ text }: { text: string }) {
  return text
    .split(/(\*\*[^*]+\*\*|`[^`]+`)/)
    .map((part, index) =>
      part.startsWith('**') ? (
        <strong key={index}>{part.slice(2, -2)}</strong>
      ) : part.startsWith('`') ? (
        <code key={index}>{part.slice(1, -1)}</code>
      ) : (
        part
      ),
    )
}
