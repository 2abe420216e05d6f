/** A part of a page that is written in Markdown, as far as our own documentation uses it. */
export type MarkdownBlock =
  | { kind: 'heading'; level: 2 | 3; text: string }
  | { kind: 'table'; lines: readonly string[] }
  | { kind: 'code'; text: string }
  | { kind: 'list'; ordered: boolean; items: readonly string[] }
  | { kind: 'paragraph'; text: string }

const ITEM = /^\s*(?:-|(\d+)\.) (.*)$/
const FENCE = /^\s*```/

/** Reads headings, paragraphs, tables, lists and code; pictures are left out. */
export function markdownBlocks(text: string): MarkdownBlock[] {
  const lines = text.split('\n')
  const blocks: MarkdownBlock[] = []
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]!
    const heading = /^(#{2,4}) (.*)$/.exec(line)
    const taken = (goesOn: (next: string) => boolean) => {
      const from = at
      at += 1
      while (at < lines.length && goesOn(lines[at]!)) at += 1
      return lines.slice(from, at)
    }
    if (FENCE.test(line)) {
      const code = taken((next) => !FENCE.test(next)).slice(1)
      at += 1 // the closing fence
      blocks.push({ kind: 'code', text: code.join('\n') })
    } else if (line.trim() === '' || line.startsWith('![')) {
      at += 1
    } else if (heading) {
      at += 1
      blocks.push({ kind: 'heading', level: heading[1] === '##' ? 2 : 3, text: heading[2]! })
    } else if (line.startsWith('|')) {
      blocks.push({ kind: 'table', lines: taken((next) => next.startsWith('|')) })
    } else if (ITEM.test(line)) {
      const part = taken((next) => next.trim() !== '' && !FENCE.test(next))
      blocks.push({ kind: 'list', ordered: /^\s*\d/.test(line), items: itemsOf(part) })
    } else {
      const part = taken(
        (next) => next.trim() !== '' && !FENCE.test(next) && !/^(?:\||#{2,4} )/.test(next),
      )
      blocks.push({
        kind: 'paragraph',
        text: part.map((each) => each.replace(/^> /, '')).join(' '),
      })
    }
  }
  return blocks
}

function itemsOf(lines: readonly string[]): string[] {
  const items: string[] = []
  for (const line of lines) {
    const item = ITEM.exec(line)
    if (item) items.push(item[2]!)
    else items.push(`${items.pop() ?? ''} ${line.trim()}`)
  }
  return items
}
