import type { TwinRunResult } from '@steelyard/contract'
import { changeWords } from './present/change-words.ts'
import type { StoredWhatIf } from './stored-what-if.ts'

export function serveWhatIf(result: StoredWhatIf): TwinRunResult {
  const changes = result.changes.map(({ domain, mean }) => ({ name: domain, change: mean }))
  const words = changeWords(changes)
  return {
    ...result,
    statement: words === null ? 'No domain becomes faster or slower beyond chance.' : `${words}.`,
  }
}
