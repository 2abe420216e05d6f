const DOCUMENT = /^((?:guides|reference|explanation|tutorial)\/[a-z\d-]+)\.md(#.*)?$/

/**
 * Where a link in a document leads within the dashboard: to another document that people who use
 * Steelyard read, or to a heading. Null for what only the repository has.
 * @param from the path of the document that has the link, such as `guides/people`
 */
export function documentLink(from: string, target: string): string | null {
  if (target.startsWith('#')) return target
  if (/^https?:/.test(target)) return null
  const url = new URL(target, `http://docs.invalid/${from}`)
  const [, name, anchor = ''] = DOCUMENT.exec(url.pathname.slice(1) + url.hash) ?? []
  return name ? `/help/${name}${anchor}` : null
}
