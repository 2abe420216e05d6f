import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { render, rowsOf } from '../../lib/testing/render.tsx'
import { PlainMarkdown } from './plain-markdown.tsx'

it('shows headings, paragraphs with bold words and code, and tables', () => {
  const text =
    '## One\n\nSome **bold** and `code`.\n\n### Two\n\n| a | b |\n| --- | --- |\n| 1 | 2 |'
  const { html } = render(<PlainMarkdown text={text} />)
  expect(html).toMatch(/<h2[^>]*>One<\/h2>/)
  expect(html).toMatch(/<h3[^>]*>Two<\/h3>/)
  expect(html).toMatch(/Some <strong>bold<\/strong> and <code[^>]*>code<\/code>\./)
  expect(rowsOf(html)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})

it('shows lists and code as they are, and follows links where they lead somewhere', () => {
  const text =
    '1. One\n2. Two `x`\n\n- [People](people.md)\n- [Code](../x.ts)\n\n```sh\na\n\nb\n```'
  const linkOf = (target: string) => (target === 'people.md' ? '/help/guides/people' : null)
  const { html, links } = render(<PlainMarkdown text={text} linkOf={linkOf} />)
  expect(html).toMatch(/<ol[^>]*><li>One<\/li><li>Two <code/)
  expect(links).toEqual({ People: '/help/guides/people' })
  expect(html).toContain('<li>Code</li>')
  expect(html).toMatch(/<pre[^>]*>a\n\nb<\/pre>/)
})

it('understands all of the page of assumptions', async () => {
  const url = new URL('../../../../docs/reference/assumptions.md', import.meta.url)
  const [, ...rest] = (await readFile(url, 'utf8')).split('\n')
  const { text } = render(<PlainMarkdown text={rest.join('\n').trim()} />)
  expect(text).toContain('E0.15')
  expect(text).not.toMatch(/#|\*\*|`|\|/)
})
