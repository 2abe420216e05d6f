/**
 * Event numbers of Xen's trace buffer (xen/include/public/trace.h), as far as they are used here. A
 * record is a 32-bit word (28 bits event, 3 bits number of extra words, 1 bit "has a time"), a
 * 64-bit TSC if the last bit is set, and the extra words; all little endian.
 */
export const EVENT = {
  lostRecords: 0x1f001,
  wrapBuffer: 0x1f002,
  /** Written by xentrace itself in front of each piece of a pCPU's buffer. */
  cpuChange: 0x1f003,
  continueRunning: 0x21002,
  switchInfPrev: 0x2800e,
  switchInfNext: 0x2800f,
} as const

/** The states of a vCPU in Xen's order. */
export const RUNNING = 0
export const RUNNABLE = 1
export const BLOCKED = 2
export const OFFLINE = 3
export const STATE_NAMES = ['running', 'runnable', 'blocked', 'offline'] as const

/** Domain id of the idle vCPUs. */
export const IDLE_DOMAIN = 0x7fff

/** TRC_SCHED_RUNSTATE_CHANGE carries the old and the new state in two digits of its number. */
export function isRunstateChange(event: number): boolean {
  return (event & 0x0fff_f00f) === 0x21001
}

export const oldState = (event: number): number => (event >> 8) & 3
export const newState = (event: number): number => (event >> 4) & 3

/** Bits 9 and up of a scheduler's own events (0x22000) identify the scheduler. */
const SCHEDULERS = ['credit', 'credit2', null, 'arinc653', 'rtds', 'null'] as const

/** The scheduler's name in `xl`. Null for any other event. */
export function schedulerOf(event: number): string | null {
  return (event & 0x0fff_f000) === 0x22000 ? (SCHEDULERS[(event >> 9) & 7] ?? null) : null
}

const NAMES: Record<number, string> = {
  [EVENT.lostRecords]: 'lost records',
  [EVENT.wrapBuffer]: 'end of the buffer',
  [EVENT.cpuChange]: 'piece of a pCPU',
  [EVENT.continueRunning]: 'runs on',
  [EVENT.switchInfPrev]: 'switch from',
  [EVENT.switchInfNext]: 'switch to',
  163841: 'domain added',
  163842: 'domain removed',
  163843: 'sleep',
  163844: 'wake',
  163845: 'yield',
  163846: 'block',
  163849: 'parameters changed',
  163850: 'switch',
  163857: 'switch to the same',
}

const CLASSES: [mask: number, name: string][] = [
  [0x0080_0000, 'guest'],
  [0x080_0000, 'hardware'],
  [0x040_0000, 'shadow paging'],
  [0x020_0000, 'paravirtualisation'],
  [0x010_0000, 'memory'],
  [0x008_0000, 'HVM'],
  [0x004_0000, 'Domain-0 operation'],
  [0x002_0000, 'scheduler'],
  [0x001_0000, 'general'],
]

export function eventName(event: number): string {
  if (isRunstateChange(event))
    return `${STATE_NAMES[oldState(event)]} → ${STATE_NAMES[newState(event)]}`
  const own = schedulerOf(event)
  if (own) return `event of ${own}`
  const known = NAMES[event]
  if (known) return known
  const [, name] = CLASSES.find(([mask]) => (event & mask) !== 0) ?? [0, 'unknown']
  return `${name} event`
}
