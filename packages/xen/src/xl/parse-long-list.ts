import { unexpected } from './rows.ts'

/** One domain of `xl list -l`. Null when a value is missing there. */
interface LongListedDomain {
  id: number
  name: string
  scheduler: string | null
  weight: number | null
  cap: number | null
}

const WHAT = 'the output of `xl list -l`'
/** The relevant parts; Xen's own "not set" is -1. */
interface Entry {
  domid?: unknown
  config?: {
    c_info?: { name?: unknown }
    b_info?: { sched_params?: { sched?: unknown; weight?: unknown; cap?: unknown } }
  }
}

/** Parses `xl list -l`: JSON with the configuration of every domain. */
export function parseLongList(text: string): LongListedDomain[] {
  let entries: unknown
  try {
    entries = JSON.parse(text)
  } catch {
    throw unexpected(WHAT, 'not complete JSON')
  }
  if (!Array.isArray(entries)) throw unexpected(WHAT, 'not a list')
  return entries.map((entry: Entry | null) => {
    const id = integer(entry?.domid, 0, 32_767)
    const name = entry?.config?.c_info?.name
    if (id === null || typeof name !== 'string') throw unexpected(WHAT, 'a domain without a name')
    const sched = entry?.config?.b_info?.sched_params
    return {
      id,
      name,
      scheduler: typeof sched?.sched === 'string' ? sched.sched : null,
      weight: integer(sched?.weight, 1, 65_535),
      cap: integer(sched?.cap, 0, 1_000_000),
    }
  })
}

function integer(value: unknown, min: number, max: number): number | null {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= max
    ? (value as number)
    : null
}
