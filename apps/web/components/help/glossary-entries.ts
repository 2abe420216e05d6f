/** The entries of docs/reference/glossary.md; each begins with its word in bold. */
export function entriesOfGlossary(text: string): string[] {
  return text.split(/\n{2,}/).filter((block) => block.startsWith('**'))
}
