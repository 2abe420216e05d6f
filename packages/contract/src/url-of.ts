/** `/hosts/:id` + `{ id }` + query -> `/api/v1/hosts/...?...` */
export function urlOf(base: string, path: string, params?: unknown, query?: unknown): string {
  const filled = path.replace(/:([a-zA-Z]+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[name] ?? '')),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  const tail = search.toString()
  return `${base}${filled}${tail ? `?${tail}` : ''}`
}
