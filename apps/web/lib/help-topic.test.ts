import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { helpTopic, sectionOfDocument } from './help-topic.ts'
import { hostPath, hostTabs } from './host-paths.ts'

const pages = await readFile(new URL('../../../docs/reference/pages.md', import.meta.url), 'utf8')

it.each([
  ['/', 'Fleet'],
  ['/recordings/new', 'New recording'],
  ['/recordings/1/requests', 'Requests'],
  ['/hosts/new', 'Connect a host'],
  ['/hosts/1', 'Now'],
  ['/hosts/1/options', 'Options'],
  ['/hosts/1/headroom', 'Headroom'],
  ['/hosts/1/requests', 'Requests'],
  ['/hosts/1/evidence', 'Evidence'],
  ['/hosts/1/history', 'History'],
  ['/hosts/1/load-balancer', 'Load balancer'],
  ['/hosts/1/real-time', 'Real-time'],
  ['/hosts/1/settings', 'Settings of a host'],
  ['/changes', 'Changes'],
  ['/changes/journal', 'Changes'],
  ['/changes/1', 'Plan'],
  ['/recommendations/1', 'Recommendation'],
  ['/lab', 'Lab'],
  ['/settings', 'Settings'],
  ['/settings/people', 'Settings'],
  ['/settings/audit', 'Audit'],
  ['/nowhere', 'Keys'],
])('the help of %s is what the document says under %s', (pathname, topic) => {
  expect(helpTopic(pathname)).toBe(topic)
  expect(sectionOfDocument(pages, topic)).toMatch(/^\S/)
})

it.each(hostTabs)('the tab $label has a section in docs/reference/pages.md', ({ segment }) => {
  const topic = helpTopic(hostPath('1', segment))
  expect(sectionOfDocument(pages, topic), `## ${topic}`).toMatch(/^\S/)
})

it('ends where the next page begins', () => {
  const text = '# All\n\n## One\n\nFirst.\n\n### Part\n\nMore.\n\n## Two\n\nSecond.'
  expect(sectionOfDocument(text, 'One')).toBe('First.\n\n### Part\n\nMore.')
  expect(sectionOfDocument(text, 'Two')).toBe('Second.')
  expect(sectionOfDocument(text, 'Three')).toBe('')
})

it('has no sentence of more than 20 words', () => {
  const sentences = pages.split('\n').flatMap((line) => line.split(/(?<=[.:;])\s/))
  for (const sentence of sentences) {
    expect(sentence.split(/\s+/).length, sentence).toBeLessThanOrEqual(20)
  }
})

it('explains the words that operators did not know', async () => {
  const glossary = await readFile(
    new URL('../../../docs/reference/glossary.md', import.meta.url),
    'utf8',
  )
  for (const word of ['Drift', 'Evidence', 'Window', 'Replication', 'Loop', 'R_Peak', 'Anchor']) {
    expect(glossary).toContain(`**${word}.**`)
  }
})
