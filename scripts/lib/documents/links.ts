import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** Fenced code and code in a line hold no links. */
const CODE = /^```[\s\S]*?^```|^~~~[\s\S]*?^~~~|`[^`\n]*`/gm
const LINK = /\]\(<?([^)<>\s]+)>?(?:\s+"[^"]*")?\)/g

/**
 * The links of a document that lead nowhere: to no file, or to no heading of one. Addresses of the
 * web are not looked at.
 * @param root the folder that `file` and the answer are relative to
 */
export function deadLinksIn(root: string, file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8').replace(CODE, '')
  const links = [...text.matchAll(LINK)].map(([, link]) => link!)
  return links
    .filter((link) => !/^[a-z][a-z+.-]*:/i.test(link))
    .flatMap((link) => {
      const trouble = troubleOf(root, file, link)
      return trouble ? [`${file}: ${link} (${trouble})`] : []
    })
}

function troubleOf(root: string, file: string, link: string): string | null {
  const [its = '', anchor] = decodeURI(link).split('#')
  const target = its === '' ? file : path.join(path.dirname(file), its)
  const full = path.join(root, target)
  if (target.startsWith('..')) return 'outside the repository'
  if (!existsSync(full)) return 'no such file'
  if (anchor === undefined) return null
  if (statSync(full).isDirectory() || !full.endsWith('.md')) return 'no headings there'
  return anchorsOf(readFileSync(full, 'utf8')).has(anchor) ? null : 'no such heading'
}

/** What headings are called in addresses, as GitHub and the site do it, and places with a name. */
export function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>()
  const outside = text.replace(/^```[\s\S]*?^```/gm, '')
  for (const [, id] of outside.matchAll(/<a (?:id|name)="([^"]+)">/g)) anchors.add(id!)
  for (const [, heading] of outside.matchAll(/^#{1,6} +(.+?) *#* *$/gm)) {
    const slug = slugOf(heading!)
    let unique = slug
    for (let n = 1; anchors.has(unique); n++) unique = `${slug}-${n}`
    anchors.add(unique)
  }
  return anchors
}

/** Letters, digits, hyphens and underscores in lower case; spaces become hyphens. */
export function slugOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-')
}
