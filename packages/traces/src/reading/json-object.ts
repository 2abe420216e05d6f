/** Where in a JSON line a value stands: the names from the outermost object on. */
export type JsonPath = readonly string[]

/** Null for anything but one JSON object. */
export function jsonObjectOf(text: string): Record<string, unknown> | null {
  if (!text.startsWith('{')) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

export function valueAt(object: Record<string, unknown>, path: JsonPath): unknown {
  let value: unknown = object
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

/** The text of a number or a text; empty for anything else. */
export function textAt(object: Record<string, unknown>, path: JsonPath | undefined): string {
  const value = path && valueAt(object, path)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
