import { linesOf, unexpected } from './rows.ts'

export interface XlInfo {
  hostName: string
  xenVersion: string
  scheduler: string
  pcpus: number
  totalMemoryMb: number
}

/** Reads `xl info`: `key : value` lines. */
export function parseInfo(text: string): XlInfo {
  const fields = new Map<string, string>()
  for (const line of linesOf(text)) {
    const match = /^(\w+)\s*: ?(.*)$/.exec(line)
    if (match) fields.set(match[1]!, match[2]!.trim())
  }
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
    scheduler: need('xen_scheduler', /^[\w.-]{1,32}$/),
    pcpus: Number(need('nr_cpus', /^\d{1,5}$/)),
    totalMemoryMb: Number(need('total_memory', /^\d{1,12}$/)),
  }
}
