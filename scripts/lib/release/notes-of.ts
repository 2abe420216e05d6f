/**
 * What a changelog in the form of Keep a Changelog says of one version, without its heading.
 * @throws Error when it has no section for that version, or an empty one
 */
export function notesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m)
  const notes = sections.find((section) => section.startsWith(`[${version}]`))
  const text = notes?.slice(notes.indexOf('\n')).trim()
  if (!text) throw new Error(`CHANGELOG.md says nothing of version ${version}`)
  return text
}
