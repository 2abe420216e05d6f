/**
 * A string, or any other character. The end of the text may cut a string off: if it had to be
 * closed, one text of escaped quotes would be searched to its end from each of them.
 */
const TOKEN = /"(?:[^"\\]|\\.)*"?|[^\s"]/gs

/**
 * The names of the properties of the object that a text begins with, in their order. The text may
 * end anywhere within the object.
 *
 * @returns null when the text begins with no object, or when something follows it, as in JSON lines
 */
export function topLevelNames(text: string): string[] | null {
  const names: string[] = []
  let depth = 0
  let ended = false
  // A string at the top level is a name if a colon follows it.
  let last: string | null = null
  for (const [token] of text.matchAll(TOKEN)) {
    if (ended || (depth === 0 && token !== '{')) return null
    if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
    else if (depth === 1 && token === ':' && last !== null) names.push(last)
    last = depth === 1 && token.startsWith('"') ? token.slice(1, -1) : null
    ended = depth === 0
  }
  return names.length > 0 ? names : null
}
