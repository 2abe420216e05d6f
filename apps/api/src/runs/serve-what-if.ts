import type { TwinRunResult } from '@steelyard/contract'
import { words } from '@steelyard/words'
import type { StoredWhatIf } from './stored-what-if.ts'

export function serveWhatIf(result: StoredWhatIf): TwinRunResult {
  const changes = result.changes.map(({ domain, mean }) => ({ name: domain, change: mean }))
  return { ...result, statement: words.runs.whatIf(changes) }
}
