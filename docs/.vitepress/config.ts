import { readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitepress'

const docs = path.join(import.meta.dirname, '..')

/** What the index says, so that no document is listed twice: its sections, and their links. */
function sectionsOfIndex() {
  const sections = readFileSync(path.join(docs, 'index.md'), 'utf8').split(/^## /m).slice(1)
  return sections.map((section) => ({
    text: section.split('\n', 1)[0],
    items: [...section.matchAll(/^- \[([^\]]+)\]\(([^)]+)\.md\)/gm)]
      .filter(([, , link]) => !link.startsWith('../'))
      .map(([, text, link]) => ({ text, link: `/${link.replace(/README$/, '')}` })),
  }))
}

/** The place in the repository that a link leads to where that is no page of the site, else null. */
function placeInRepository(page: string, link: string): string | null {
  if (/^([a-z]+:|#|\/)/i.test(link)) return null
  const file = path.resolve(path.dirname(page), link.split('#')[0] ?? '')
  const isPage = file.endsWith('.md') && !path.relative(docs, file).startsWith('..')
  return isPage ? null : path.relative(path.join(docs, '..'), file)
}

/** As in scripts/lib/documents/links.ts: a heading has the same address here and in the repository. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-')
}

export default defineConfig({
  title: 'Steelyard',
  description: 'Capacity planning for Xen hosts that counts the CPU scheduling delay',
  lang: 'en-GB',
  rewrites: { 'decisions/README.md': 'decisions/index.md' },
  srcExclude: ['node_modules/**'],
  themeConfig: {
    sidebar: sectionsOfIndex().filter(({ items }) => items.length > 0),
    outline: [2, 3],
    search: { provider: 'local' },
  },
  markdown: {
    anchor: { slugify: slugOf },
    config(md) {
      // The site knows no address of the repository, so links into it become text with a title.
      md.core.ruler.push('links-into-the-repository', ({ tokens, env }) => {
        for (const { children } of tokens) {
          let isOpen = false
          for (const token of children ?? []) {
            if (token.type === 'link_open') {
              const place = placeInRepository(env.path, token.attrGet('href') ?? '')
              isOpen = place !== null
              if (place !== null) token.attrs = [['title', `${place} in the repository`]]
            }
            if (isOpen && /^link_/.test(token.type)) token.tag = 'span'
          }
        }
      })
    },
  },
})
