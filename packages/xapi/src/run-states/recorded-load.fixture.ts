import { change, encodeTrace } from '@steelyard/traces/testing'
import type { DoubleLoad } from '../testing/index.ts'

/** Xen's states of a vCPU, as its trace numbers them. */
const RUNNING = 0
const RUNNABLE = 1
const BLOCKED = 2

/** That a vCPU goes from one state to another. */
export interface StateChange {
  /** Cycles of the clock of its host since the first record. */
  at: number
  pCpu: number
  domain: number
  vCpu: number
  from: number
  to: number
}

/**
 * All changes of state in a file of xentrace, in their order. It shares no code with the product's
 * reader, believes every length, and wants a file in which no record was lost: the word before each
 * record says its event, how many words follow, and whether a time does.
 */
export function changesIn(trace: Buffer): StateChange[] {
  const changes: StateChange[] = []
  let [first, pCpu] = [null as bigint | null, 0]
  for (let at = 0; at < trace.length; ) {
    const head = trace.readUInt32LE(at)
    const [event, words, isTimed] = [head % 2 ** 28, (head >>> 28) % 8, head >= 2 ** 31]
    const data = at + (isTimed ? 12 : 4)
    if (event === 0x1f001) throw new Error('records were lost')
    if (event === 0x1f003) pCpu = trace.readUInt32LE(data)
    if (isTimed) {
      const cycles = trace.readBigUInt64LE(at + 4)
      first ??= cycles
      // TRC_SCHED_RUNSTATE_CHANGE has the old and the new state in two of its digits.
      if ((event & 0xffff00f) === 0x21001)
        changes.push({
          at: Number(cycles - first),
          pCpu,
          domain: trace.readUInt16LE(data + 2),
          vCpu: trace.readUInt16LE(data),
          from: (event >> 8) % 4,
          to: (event >> 4) % 4,
        })
    }
    at = data + 4 * words
  }
  return changes
}

/**
 * The same schedule, in which some domains were the vCPUs of one guest: the first of them its vCPU 0.
 * The recordings have guests with one vCPU only.
 */
export function asOneGuest(changes: readonly StateChange[], domains: readonly number[]) {
  return changes.map((each): StateChange => {
    const vCpu = domains.indexOf(each.domain)
    return vCpu < 0 ? each : { ...each, domain: domains[0]!, vCpu }
  })
}

/** The file that xentrace would have written of them. */
export function traceOf(changes: readonly StateChange[]): Buffer {
  return encodeTrace(
    changes.map(({ at, pCpu, domain, vCpu, from, to }) =>
      change(at, pCpu, [domain, vCpu], from, to),
    ),
  )
}

/**
 * What Xen's counters of a guest grow by from each moment to the next, as shares of the time between
 * them: XAPI records no more than that. At every moment the vCPUs of a guest are together in one of
 * six states, which are those of `xenalyze`.
 * @param moments cycles since the first record
 */
export function loadsBetween(
  changes: readonly StateChange[],
  domain: number,
  moments: readonly number[],
): DoubleLoad[] {
  const own = changes.filter((each) => each.domain === domain)
  // What a vCPU did before its first change is what that change ends.
  const states: number[] = []
  for (const { vCpu, from } of own) states[vCpu] ??= from
  let next = 0
  return moments.slice(1).map((end, step) => {
    const start = moments[step]!
    const load = idle(states.length)
    let since = start
    const spend = (until: number) => {
      const share = Math.max(0, until - since) / (end - start)
      load[stateOf(states)] += share
      load.runnableVCpus += share * states.filter((state) => state === RUNNABLE).length
      for (const [index, state] of states.entries())
        if (state === RUNNING) load.vCpus[index]! += share
      since = Math.max(since, until)
    }
    for (; next < own.length && own[next]!.at < end; next++) {
      const { at, vCpu, to } = own[next]!
      spend(at)
      states[vCpu] = to
    }
    spend(end)
    return load
  })
}

function idle(vCpus: number): DoubleLoad {
  return {
    vCpus: Array.from({ length: vCpus }, () => 0),
    fullrun: 0,
    full_contention: 0,
    concurrency_hazard: 0,
    blocked: 0,
    partial_run: 0,
    partial_contention: 0,
    runnableVCpus: 0,
  }
}

function stateOf(states: readonly number[]) {
  const count = (wanted: number) => states.filter((state) => state === wanted).length
  const [running, runnable, blocked] = [count(RUNNING), count(RUNNABLE), count(BLOCKED)]
  if (running + runnable + blocked < states.length) throw new Error('a vCPU is offline')
  if (running === states.length) return 'fullrun'
  if (runnable === states.length) return 'full_contention'
  if (blocked === states.length) return 'blocked'
  if (running > 0 && runnable > 0) return 'concurrency_hazard'
  return running > 0 ? 'partial_run' : 'partial_contention'
}
