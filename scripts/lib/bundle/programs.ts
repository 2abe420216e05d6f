/** What is run of a bundle, by the name of its file in `lib`. Paths are from the root of the checkout. */
export const PROGRAMS = {
  api: 'apps/api/src/main-api.ts',
  worker: 'apps/api/src/main-worker.ts',
  agent: 'apps/api/src/main-agent.ts',
  wlb: 'apps/api/src/main-wlb.ts',
  web: 'apps/web/stand-alone.ts',
  migrate: 'scripts/migrate.ts',
  start: 'scripts/start.ts',
  admin: 'scripts/admin.ts',
  audit: 'scripts/audit.ts',
  backup: 'scripts/backup.ts',
  restore: 'scripts/restore.ts',
  'move-files': 'scripts/move-files.ts',
  'support-bundle': 'scripts/support-bundle.ts',
  steelyard: 'apps/cli/src/main.ts',
  'check-health': 'scripts/check-health.mjs',
  'with-parent': 'scripts/with-parent.mjs',
} as const

/** Where a bundle keeps its programs and what they share, from its root. */
export const LIBRARY = 'lib'
