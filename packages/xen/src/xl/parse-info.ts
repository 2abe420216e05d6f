import type { Experiments } from '../host-inventory.ts'
import { experimentsIn } from './experiments.ts'
import { linesOf, unexpected } from './rows.ts'

interface XlInfo {
  hostName: string
  xenVersion: string
  scheduler: string
  pCpus: number
  totalMemoryMb: number
  freeMemoryMb: number
  experiments: Experiments | null
}

const SCHEDULER = /^[\w.-]{1,32}$/
const PCPUS = /^\d{1,5}$/
const NUMBERED_VERSION = /^\d{1,3}\.\d{1,3}[\w.+-]{0,56}$/

/** The `key : value` lines of `xl info`, whatever else stands between them. */
function infoFields(text: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of linesOf(text)) {
    const match = /^(\w+)\s*: ?(.*)$/.exec(line)
    if (match) fields.set(match[1]!, match[2]!.trim())
  }
  return fields
}

/** Parses `xl info`. */
export function parseInfo(text: string): XlInfo {
  const fields = infoFields(text)
  const need = (key: string, pattern: RegExp): string => {
    const value = fields.get(key)
    if (value === undefined || !pattern.test(value)) {
      throw unexpected('the output of `xl info`', `${key}: ${value ?? '(missing)'}`)
    }
    return value
  }
  return {
    hostName: need('host', /^.*$/),
    xenVersion: need('xen_version', /^[\w.+-]{1,64}$/),
    scheduler: need('xen_scheduler', SCHEDULER),
    pCpus: Number(need('nr_cpus', PCPUS)),
    totalMemoryMb: Number(need('total_memory', /^\d{1,12}$/)),
    freeMemoryMb: Number(need('free_memory', /^\d{1,12}$/)),
    experiments: experimentsIn(fields),
  }
}

/**
 * Parses a part of `xl info`, such as output that was filtered with `grep`. Null when a line is
 * missing.
 */
export function parseSomeInfo(text: string): {
  scheduler: string | null
  pCpus: number | null
  xenVersion: string | null
} {
  const fields = infoFields(text)
  const found = (key: string, pattern: RegExp) => {
    const value = fields.get(key)
    return value !== undefined && pattern.test(value) ? value : null
  }
  const pCpus = Number(found('nr_cpus', PCPUS) ?? 0)
  return {
    scheduler: found('xen_scheduler', SCHEDULER),
    pCpus: pCpus > 0 ? pCpus : null,
    xenVersion: found('xen_version', NUMBERED_VERSION),
  }
}

/** The clock rate in `xl info`, which is the rate of the time stamp counter as Xen measured it. */
export function parseClockRateHz(text: string): number | null {
  const megahertz = infoFields(text).get('cpu_mhz')
  return megahertz && /^\d{1,5}(\.\d{1,6})?$/.test(megahertz) ? Number(megahertz) * 1e6 : null
}
