import { hostTabs } from './host-paths.ts'

/** Addresses and the headings of docs/reference/pages.md that are about them, the first that fits. */
const topics: readonly (readonly [RegExp, string])[] = [
  [/^\/$/, 'Fleet'],
  [/^\/recordings\/new$/, 'New recording'],
  [/^\/recordings\/[^/]+\/requests$/, 'Requests'],
  [/^\/hosts\/new$/, 'Connect a host'],
  [/^\/pools(?:\/|$)/, 'Pools'],
  [/^\/hosts\/[^/]+\/settings$/, 'Settings of a host'],
  ...hostTabs.map(
    ({ segment, label }) =>
      [new RegExp(`^/hosts/[^/]+${segment && `/${segment}`}$`), label] as const,
  ),
  [/^\/changes(?:\/recommendations|\/journal)?$/, 'Changes'],
  [/^\/changes\//, 'Plan'],
  [/^\/recommendations\//, 'Recommendation'],
  [/^\/lab$/, 'Lab'],
  [/^\/settings\/audit$/, 'Audit'],
  [/^\/settings(?:\/|$)/, 'Settings'],
]

/** The heading of the help for a page; that of the keys where a page has none. */
export function helpTopic(pathname: string): string {
  return topics.find(([address]) => address.test(pathname))?.[1] ?? 'Keys'
}

/** What a document says under a heading of its second level. */
export function sectionOfDocument(text: string, heading: string): string {
  const [, after = ''] = `\n${text}`.split(`\n## ${heading}\n`)
  return after.split(/\n## /)[0]!.trim()
}
