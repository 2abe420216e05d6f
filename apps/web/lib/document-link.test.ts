import { expect, it } from 'vitest'
import { documentLink } from './document-link.ts'

it.each([
  ['reference/pages', '../guides/people.md', '/help/guides/people'],
  ['guides/people', 'sign-in.md#roles', '/help/guides/sign-in#roles'],
  ['index', 'reference/glossary.md', '/help/reference/glossary'],
  ['index', '#learn-it', '#learn-it'],
  ['index', '../README.md', null],
  ['guides/people', '../decisions/README.md', null],
  ['guides/people', 'https://example.org/a.md', null],
])('in %s, %s leads to %s', (from, target, href) => {
  expect(documentLink(from, target)).toBe(href)
})
