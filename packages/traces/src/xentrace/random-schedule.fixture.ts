import fc from 'fast-check'
import { change, type Written } from './encode-trace.fixture.ts'
import { BLOCKED, IDLE_DOMAIN, RUNNABLE, RUNNING } from './trace-events.ts'

export const HZ = 1e6
const SWITCH_CYCLES = 40
export const FIRST_TSC = 2 ** 32 * 5 - 700_000

export interface Schedule {
  pcpus: number
  records: Written[]
}

interface Vcpu {
  id: readonly [number, number]
  state: number
  pcpu: number
}

/** A host that wakes, runs, preempts and blocks at random, and what Xen would record of it. */
export const schedules: fc.Arbitrary<Schedule> = fc
  .record({
    pcpus: fc.integer({ min: 1, max: 4 }),
    vcpus: fc.uniqueArray(fc.tuple(fc.nat(3), fc.nat(2)), {
      minLength: 1,
      maxLength: 6,
      selector: ([domain, vcpu]) => domain * 8 + vcpu,
    }),
    steps: fc.array(fc.tuple(fc.integer({ min: 100, max: 400_000 }), fc.nat(1000), fc.nat(1000)), {
      minLength: 1,
      maxLength: 60,
      size: 'max',
    }),
  })
  .map(({ pcpus, vcpus, steps }) => ({ pcpus, records: play(pcpus, vcpus, steps) }))

function play(
  pcpus: number,
  ids: readonly (readonly [number, number])[],
  steps: readonly [gap: number, who: number, where: number][],
): Written[] {
  const vcpus: Vcpu[] = ids.map((id) => ({ id, state: BLOCKED, pcpu: 0 }))
  const current: (Vcpu | null)[] = Array.from({ length: pcpus }, () => null)
  const records: Written[] = []
  let at = FIRST_TSC
  const idle = (pcpu: number) => [IDLE_DOMAIN, pcpu] as const
  const switchTo = (pcpu: number, next: Vcpu | null, leavingTo: number) => {
    const before = current[pcpu]!
    if (before) before.state = leavingTo
    const left = before ? leavingTo : RUNNABLE
    records.push(change(at, pcpu, before?.id ?? idle(pcpu), RUNNING, left))
    const entering = next?.id ?? idle(pcpu)
    records.push(change(at + SWITCH_CYCLES, pcpu, entering, RUNNABLE, RUNNING))
    if (next) Object.assign(next, { state: RUNNING, pcpu })
    current[pcpu] = next
  }
  for (const [gap, who, where] of steps) {
    at += gap
    const vcpu = vcpus[who % vcpus.length]!
    if (vcpu.state === BLOCKED) {
      records.push(change(at, where % pcpus, vcpu.id, BLOCKED, RUNNABLE))
      vcpu.state = RUNNABLE
    } else if (vcpu.state === RUNNING) switchTo(vcpu.pcpu, null, BLOCKED)
    else {
      const free = current.indexOf(null)
      switchTo(free >= 0 ? free : where % pcpus, vcpu, RUNNABLE)
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

/** The same from the list of records as a whole, the slow and simple way. */
export function expectedTotals(records: readonly Written[]): Map<number, Totals> {
  const totals = new Map<number, Totals>()
  const start = records[0]!.at
  const end = records.at(-1)!.at
  const byVcpu = new Map<number, Written[]>()
  for (const record of records) {
    const subject = record.data[0]!
    byVcpu.set(subject, [...(byVcpu.get(subject) ?? []), record])
    const fresh: Totals = {
      wakeToRun: [],
      runs: [],
      dispatches: 0,
      behind: {},
      seconds: [0, 0, 0, 0],
    }
    if (!totals.has(subject >>> 16)) totals.set(subject >>> 16, fresh)
  }
  for (const [subject, own] of byVcpu) {
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

/** Between any two records: each waiting vCPU waits behind whoever runs, by equal parts of the pCPUs. */
function addBehind(records: readonly Written[], totals: Map<number, Totals>): void {
  const states = new Map<number, number>()
  const pcpus = new Set<number>()
  for (const [i, record] of records.entries()) {
    states.set(record.data[0]!, statesOf(record)[1])
    pcpus.add(record.pcpu)
    const next = records[i + 1]
    if (!next) return
    const part = (next.at - record.at) / HZ / pcpus.size
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
