import { type CapsMonitorMode, CapsMonitorSettings, type RealTimeSet } from '@steelyard/contract'
import { isCount, numberIn, parseDecimal } from '../../lib/parse-number.ts'

/** What was typed about the cap of each of the others, by its name. */
export type CapsDraft = Record<string, { least: string; highest: string }>

export interface CapFaults {
  least?: string
  highest?: string
}

const NO_BOUNDS = { least: '1', highest: '' }

/** The bounds of each of the others, as they are set or as typed. */
export function boundsOf(
  name: string,
  draft: CapsDraft,
  settings: CapsMonitorSettings | null,
): CapsDraft[string] {
  const typed = draft[name]
  if (typed) return typed
  const known = settings?.others.find((each) => each.name === name)
  if (!known) return NO_BOUNDS
  return {
    least: String(known.leastCapPercent),
    highest: known.highestCapPercent === null ? '' : String(known.highestCapPercent),
  }
}

export function capFaults({ least, highest }: CapsDraft[string], vCpus = 1): CapFaults {
  const most = 100 * vCpus
  if (!isCount(parseDecimal(least), most)) return { least: `from 1 to ${most} %` }
  const top = parseDecimal(highest)
  if (top === null) return {}
  if (!isCount(top, 12_800)) return { highest: 'from 1 %, or empty' }
  return top < numberIn(least) ? { highest: 'at least the least cap' } : {}
}

/** The settings to save; null while a bound is wrong or there are no others. */
export function settingsOf(
  mode: CapsMonitorMode,
  set: RealTimeSet,
  draft: CapsDraft,
  known: CapsMonitorSettings | null,
): CapsMonitorSettings | null {
  const parsed = CapsMonitorSettings.safeParse({
    ...set,
    mode,
    others: set.others.map((other) => {
      const { least, highest } = boundsOf(other.name, draft, known)
      return {
        ...other,
        leastCapPercent: numberIn(least),
        // NaN is refused, while undefined would take the default, which is no bound.
        highestCapPercent: highest.trim() === '' ? null : numberIn(highest),
      }
    }),
  })
  return parsed.success ? parsed.data : null
}
