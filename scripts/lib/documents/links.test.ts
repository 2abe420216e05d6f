import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inRoot, root } from '../paths.ts'
import { anchorsOf, deadLinksIn, slugOf } from './links.ts'

/** Documents that git knows or would take up; none of installed packages. */
const documents = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '*.md'],
  { cwd: root, encoding: 'utf8' },
)
  .trim()
  .split('\n')

test('every link between documents leads somewhere', () => {
  expect(documents.length).toBeGreaterThan(40)
  expect(documents.flatMap((file) => deadLinksIn(root, file))).toEqual([])
})

test('the index has a line for every document', () => {
  const index = readFileSync(inRoot('docs/index.md'), 'utf8')
  const inDocs = documents.filter((file) => file.startsWith('docs/') && file !== 'docs/index.md')
  const decisions = /^docs\/decisions\/\d/ // which have an index of their own
  const missing = inDocs
    .filter((file) => !decisions.test(file))
    .filter((file) => !index.includes(`](${file.replace('docs/', '')})`))
  expect(missing).toEqual([])
})

test('names of documents are in kebab case', () => {
  const names = documents
    .filter((file) => /^docs\/[^/]+\//.test(file))
    .map((file) => path.basename(file))
  expect(names.filter((name) => !/^([a-z0-9-]+|README)\.md$/.test(name))).toEqual([])
})

test('every picture is shown by a document', () => {
  const pictures = execFileSync('git', ['ls-files', 'docs/screenshots'], {
    cwd: root,
    encoding: 'utf8',
  })
  const texts = documents.map((file) => readFileSync(inRoot(file), 'utf8')).join('\n')
  const idle = pictures
    .trim()
    .split('\n')
    .filter((file) => !texts.includes(path.basename(file)))
  expect(idle).toEqual([])
})

test.each([
  ['Which Node.js runs it', 'which-nodejs-runs-it'],
  ['10. Make weights permanent, and see drift', '10-make-weights-permanent-and-see-drift'],
  ['What is `x_y` – or [that](a.md)?', 'what-is-x_y--or-that'],
])('the heading "%s" is #%s', (heading, slug) => {
  expect(slugOf(heading)).toBe(slug)
})

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'links-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('a dead link is found, whether the file or the heading is missing', () => {
  writeFileSync(path.join(folder, 'b.md'), '# One\n\n## Two\n\n## Two\n\n```\n# no heading\n```\n')
  const links = ['b.md', 'b.md#two-1', '#a', 'https://x.example/y', 'c.md', 'b.md#three', '../d.md']
  const text = links.map((link) => `[x](${link})`).join(' ')
  writeFileSync(path.join(folder, 'a.md'), `# A\n\n${text} \`[y](z.md)\`\n`)
  expect(anchorsOf(readFileSync(path.join(folder, 'b.md'), 'utf8'))).toEqual(
    new Set(['one', 'two', 'two-1']),
  )
  expect(deadLinksIn(folder, 'a.md')).toEqual([
    'a.md: c.md (no such file)',
    'a.md: b.md#three (no such heading)',
    'a.md: ../d.md (outside the repository)',
  ])
})
