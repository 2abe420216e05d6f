/** A query string with some of its values replaced; what is undefined or empty goes away. */
export function changedQuery(query: string, changes: Record<string, string | undefined>): string {
  const params = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value) params.set(name, value)
    else params.delete(name)
  }
  const text = params.toString()
  return text ? `?${text}` : ''
}
