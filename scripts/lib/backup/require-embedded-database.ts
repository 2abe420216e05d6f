import type { Settings } from '../product/settings.ts'

/** @throws Error for a database of the operator's own, which has better tools */
export function requireEmbeddedDatabase({ databaseUrl }: Pick<Settings, 'databaseUrl'>): void {
  if (databaseUrl === undefined) return
  throw new Error(
    'DATABASE_URL is set: copy that database with pg_dump, then the uploads and the secrets. ' +
      'docs/guides/back-up-and-upgrade.md shows how.',
  )
}
