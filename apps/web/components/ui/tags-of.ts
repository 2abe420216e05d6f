/** The tags in a text of words between commas, each once. */
export function tagsOf(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim())
  return [...new Set(tags)].filter((tag) => tag !== '')
}
