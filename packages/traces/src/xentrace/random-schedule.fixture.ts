import fc from 'fast-check'
import { change, type Written } from './encode-trace.fixture.ts'
import { BLOCKED, IDLE_DOMAIN, RUNNABLE, RUNNING } from './trace-events.ts'

export const HZ = 1e6
const SWITCH_CYCLES = 40
const FIRST_TSC = 2 ** 32 * 5 - 700_000

export interface Schedule {
  pCpus: number
  records: Written[]
}

interface VCpu {
  id: readonly [number, number]
  state: number
  pCpu: number
}

/** A host that wakes, runs, preempts and blocks at random, and the records that Xen would write. */
export const schedules: fc.Arbitrary<Schedule> = fc
  .record({
    pCpus: fc.integer({ min: 1, max: 4 }),
    vCpus: fc.uniqueArray(fc.tuple(fc.nat(3), fc.nat(2)), {
      minLength: 1,
      maxLength: 6,
      selector: ([domain, vCpu]) => domain * 8 + vCpu,
    }),
    steps: fc.array(fc.tuple(fc.integer({ min: 100, max: 400_000 }), fc.nat(1000), fc.nat(1000)), {
      minLength: 1,
      maxLength: 60,
      size: 'max',
    }),
  })
  .map(({ pCpus, vCpus, steps }) => ({ pCpus, records: play(pCpus, vCpus, steps) }))

function play(
  pCpus: number,
  ids: readonly (readonly [number, number])[],
  steps: readonly [gap: number, who: number, where: number][],
): Written[] {
  const vCpus: VCpu[] = ids.map((id) => ({ id, state: BLOCKED, pCpu: 0 }))
  const current: (VCpu | null)[] = Array.from({ length: pCpus }, () => null)
  const records: Written[] = []
  let at = FIRST_TSC
  const idle = (pCpu: number) => [IDLE_DOMAIN, pCpu] as const
  const switchTo = (pCpu: number, next: VCpu | null, leavingTo: number) => {
    const before = current[pCpu]!
    if (before) before.state = leavingTo
    const left = before ? leavingTo : RUNNABLE
    records.push(change(at, pCpu, before?.id ?? idle(pCpu), RUNNING, left))
    const entering = next?.id ?? idle(pCpu)
    records.push(change(at + SWITCH_CYCLES, pCpu, entering, RUNNABLE, RUNNING))
    if (next) Object.assign(next, { state: RUNNING, pCpu })
    current[pCpu] = next
  }
  for (const [gap, who, where] of steps) {
    at += gap
    const vCpu = vCpus[who % vCpus.length]!
    if (vCpu.state === BLOCKED) {
      records.push(change(at, where % pCpus, vCpu.id, BLOCKED, RUNNABLE))
      vCpu.state = RUNNABLE
    } else if (vCpu.state === RUNNING) switchTo(vCpu.pCpu, null, BLOCKED)
    else {
      const free = current.indexOf(null)
      switchTo(free >= 0 ? free : where % pCpus, vCpu, RUNNABLE)
    }
  }
  return records
}

type State = 0 | 1 | 2 | 3

export interface Totals {
  /** Seconds by state. */
  seconds: [number, number, number, number]
  wakeToRun: number[]
  runs: number[]
  dispatches: number
  behind: Record<string, number>
}

/** Computes the same totals from the complete list of records, in the slow and simple way. */
export function expectedTotals(records: readonly Written[]): Map<number, Totals> {
  const totals = new Map<number, Totals>()
  const start = records[0]!.at
  const end = records.at(-1)!.at
  const byVCpu = new Map<number, Written[]>()
  for (const record of records) {
    const subject = record.data[0]!
    byVCpu.set(subject, [...(byVCpu.get(subject) ?? []), record])
    const fresh: Totals = {
      wakeToRun: [],
      runs: [],
      dispatches: 0,
      behind: {},
      seconds: [0, 0, 0, 0],
    }
    if (!totals.has(subject >>> 16)) totals.set(subject >>> 16, fresh)
  }
  for (const [subject, own] of byVCpu) {
    const total = totals.get(subject >>> 16)!
    for (const [i, record] of own.entries()) {
      const [from, to] = statesOf(record)
      const before = own[i - 1]
      const seconds = (record.at - (before?.at ?? start)) / HZ
      total.seconds[from] += seconds
      if (to === RUNNING) total.dispatches++
      if (before && from === RUNNING) total.runs.push(seconds)
      if (before && from === RUNNABLE && statesOf(before)[0] === BLOCKED)
        total.wakeToRun.push(seconds)
    }
    const last = own.at(-1)!
    total.seconds[statesOf(last)[1]] += (end - last.at) / HZ
  }
  addBehind(records, totals)
  return totals
}

function statesOf({ event }: Written): [State, State] {
  return [((event >> 8) & 3) as State, ((event >> 4) & 3) as State]
}

/**
 * Between any two records, each waiting vCPU waits behind the running ones, by equal parts of the
 * pCPUs.
 */
function addBehind(records: readonly Written[], totals: Map<number, Totals>): void {
  const states = new Map<number, number>()
  const pCpus = new Set<number>()
  for (const [i, record] of records.entries()) {
    states.set(record.data[0]!, statesOf(record)[1])
    pCpus.add(record.pCpu)
    const next = records[i + 1]
    if (!next) return
    const part = (next.at - record.at) / HZ / pCpus.size
    for (const [waiting, state] of states) {
      if (state !== RUNNABLE || waiting >>> 16 === IDLE_DOMAIN) continue
      const { behind } = totals.get(waiting >>> 16)!
      for (const [running, other] of states)
        if (other === RUNNING) {
          const name = nameOf(running >>> 16)
          behind[name] = (behind[name] ?? 0) + part
        }
    }
  }
}

export function nameOf(domainId: number): string {
  if (domainId === IDLE_DOMAIN) return 'idle'
  return domainId === 0 ? 'Domain-0' : `dom${domainId}`
}
