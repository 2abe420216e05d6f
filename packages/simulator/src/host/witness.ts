import { runState } from '../run-state.ts'
import type { VCpu } from './v-cpu.ts'

const STATES = Object.keys(runState) as (keyof typeof runState)[]

/** A time that a vCPU spent in one state; seconds since the start of the run. */
export interface PlayedSpan {
  domain: string
  vCpu: number
  state: keyof typeof runState
  /** The pCPU that ran it. Null in any other state. */
  pCpu: number | null
  fromSeconds: number
  toSeconds: number
}

/** A request as its client saw it; seconds since the start of the run. */
export interface PlayedRequest {
  domain: string
  startSeconds: number
  endSeconds: number
}

/** Receives what happens in a run, warm-up included, as it happens. */
export interface TwinObserver {
  /** A vCPU has left a state, or the run has ended. */
  onSpan(span: PlayedSpan): void
  /** A request was answered. */
  onRequest(request: PlayedRequest): void
}

/** Tells an observer what the simulation does, in seconds and names. */
export class Witness {
  readonly #observer: TwinObserver
  readonly #names: readonly string[]
  /** The pCPU that a vCPU was last dispatched on: when it leaves, it may be bound for another. */
  readonly #ranOn = new Map<VCpu, number>()

  /** @param names of the domains */
  constructor(observer: TwinObserver, names: readonly string[]) {
    this.#observer = observer
    this.#names = names
  }

  /** Call before the vCPU's state changes. */
  stateChanges(v: VCpu, next: number, now: number): void {
    this.stateEnds(v, now)
    if (next === runState.running) this.#ranOn.set(v, v.processor.index)
  }

  stateEnds(v: VCpu, now: number): void {
    if (v.since === now) return
    this.#observer.onSpan({
      domain: this.#names[v.domain.index]!,
      vCpu: v.domain.vCpus.indexOf(v),
      state: STATES[v.state]!,
      pCpu: v.state === runState.running ? this.#ranOn.get(v)! : null,
      fromSeconds: v.since / 1e9,
      toSeconds: now / 1e9,
    })
  }

  answered(domain: number, started: number, now: number): void {
    this.#observer.onRequest({
      domain: this.#names[domain]!,
      startSeconds: started / 1e9,
      endSeconds: now / 1e9,
    })
  }
}
