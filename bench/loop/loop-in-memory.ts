import { PolicySettings } from '@steelyard/contract'
import {
  freshState,
  type HostMinute,
  kindOf,
  type LeftShares,
  type LoopPolicy,
  type LoopPorts,
  loopPolicyOf,
  observeWindow,
  type PendingRecommendation,
  type Relief,
  reliefKind,
  type Situation,
  type TriggerState,
  takeStep,
  triggerRule,
  type WeighedHost,
} from '@steelyard/loop'
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from './clock.ts'
import type { Entrant, EntrantChange, SeenMinute } from './entrant.ts'
import type { Family } from './families.ts'
import type { TendedHost, Weights } from './simulated-host.ts'

/** The simulated person approves the first of a kind so long after it is offered. */
const APPROVAL_SECONDS = 300
const MOST_STEPS_AT_ONCE = 8
const KEPT_MINUTES = 60

/** A recommendation, with what only the ports need. */
interface Recommendation extends PendingRecommendation {
  relief: Relief
  kind: string
  /** When a person approves it. Null: nobody does. */
  approveAtEpochSeconds: number | null
  isApproved: boolean
  weightsBefore: Weights | null
}

export interface LoopCounts {
  /** By the code of what kept the loop from acting, in minutes. */
  because: Record<string, number>
  outcomes: Record<string, number>
}

interface LoopOptions {
  /** What becomes of a relief before the loop sees it. */
  lie?: (relief: Relief, host: TendedHost) => Relief
  /** Whether a person has approved every kind of change beforehand. */
  knowsKinds?: boolean
}

/** The product's loop, with ports in memory and a simulated host in place of database and agent. */
export class LoopInMemory implements Entrant {
  readonly counts: LoopCounts = { because: {}, outcomes: {} }
  readonly #family: Family
  readonly #options: LoopOptions
  readonly #policy: LoopPolicy
  readonly #triggers = new Map<string, TriggerState>()
  #minutes: HostMinute[] = []
  #observedTo: number | null = null
  #known: Weights | null = null
  #pending: Recommendation[] = []
  #left: LeftShares[] = []
  #undone: { kind: string; atEpochSeconds: number }[] = []
  #factors: Readonly<Record<string, number>> = {}
  #lastChanged: number | null = null
  readonly #proven = new Set<string>()

  constructor(family: Family, options: LoopOptions = {}) {
    this.#family = family
    this.#options = options
    this.#policy = loopPolicyOf(PolicySettings.parse({ mode: 'automatic', dryRun: false }))
  }

  async see(seen: SeenMinute, host: TendedHost): Promise<EntrantChange[]> {
    this.#takeIn(seen, host.weights)
    const changes: EntrantChange[] = []
    const ports = this.#ports(host, seen.nowSeconds, changes)
    for (let step = 0; step < MOST_STEPS_AT_ONCE; step++) {
      const taken = await takeStep(ports)
      if (taken?.do === 'nothing') break
    }
    return changes
  }

  #takeIn({ minute, stampedSeconds, nowSeconds }: SeenMinute, weights: Weights): void {
    if (minute === null) return
    // A reboot has put them back to those of the configuration files.
    if (this.#known !== null && this.#known !== weights) this.#lastChanged = nowSeconds
    this.#known = weights
    // A clock that was put back shows minutes again that are known already.
    if (this.#observedTo !== null && stampedSeconds < this.#observedTo) return
    if (this.#observedTo !== stampedSeconds) this.#minutes = []
    this.#observedTo = stampedSeconds + MINUTE_SECONDS
    this.#minutes = [
      ...this.#minutes.slice(1 - KEPT_MINUTES),
      {
        startEpochSeconds: stampedSeconds,
        domain0CpuSeconds: minute.domain0CpuSeconds,
        domains: minute.domains,
      },
    ]
    for (const { name, targetSeconds } of this.#family.guests) {
      if (targetSeconds !== null) this.#trigger(name, targetSeconds, stampedSeconds)
    }
  }

  #trigger(name: string, targetSeconds: number, startEpochSeconds: number): void {
    const { domains } = this.#minutes.at(-1)!
    const valueSeconds = domains.find(({ domain }) => domain === name)?.valueSeconds ?? null
    const window = { startEpochSeconds, seconds: MINUTE_SECONDS, valueSeconds, targetSeconds }
    const { missedWindows, ofWindows } = this.#policy
    const before = this.#triggers.get(name) ?? freshState(name)
    const { state } = observeWindow(before, window, triggerRule({ missedWindows, ofWindows }))
    this.#triggers.set(name, state)
  }

  #ports(host: TendedHost, now: number, changes: EntrantChange[]): LoopPorts {
    const newest = () => this.#pending.at(-1)!
    const close = async () => void this.#pending.pop()
    return {
      settle: async () => this.#letPersonDecide(now) || this.#giveUpWorse(now),
      situation: async () => this.#situation(host, now),
      nothing: async ({ because }) => this.#count(because.code),
      relieve: async ({ relief }) => this.#plan(this.#options.lie?.(relief, host) ?? relief, now),
      offer: async ({ because }) => this.#offer(newest(), because?.code ?? 'asked', now),
      expire: close,
      apply: async ({ authority }) => {
        changes.push(this.#apply(newest(), authority, host, now))
      },
      'settle-outcome': async ({ outcome: { state } }) => this.#settle(newest(), state),
      'roll-back': async () => {
        changes.push(this.#rollBack(newest(), host, now))
      },
      // Here load and CPU are always measured, and the policy is no dry run.
      analyse: impossible,
      drop: impossible,
      plan: impossible,
      'would-apply': impossible,
      'judge-outcome': impossible,
    }
  }

  #situation({ weights }: TendedHost, nowEpochSeconds: number): Situation {
    return {
      nowEpochSeconds,
      policy: this.#policy,
      stopped: null,
      observedToEpochSeconds: this.#observedTo,
      observedFromEpochSeconds: this.#minutes[0]?.startEpochSeconds ?? null,
      watchProblem: null,
      host: this.#host(weights),
      minutes: this.#minutes,
      factors: this.#factors,
      // Nothing is rejected here, and no change fails.
      unchanging: null,
      undoneKinds: this.#undone
        .filter(({ atEpochSeconds }) => nowEpochSeconds - atEpochSeconds < HOUR_SECONDS)
        .map(({ kind }) => kind),
      hotspots: [...this.#triggers.values()].flatMap(({ domain, open }) =>
        open ? [{ domain, openedAtEpochSeconds: open.openedAtEpochSeconds }] : [],
      ),
      pending: this.#pending.at(-1) ?? null,
      lastAnalysedAtEpochSeconds: null,
      lastChangedAtEpochSeconds: this.#lastChanged,
      leftLately: this.#left,
      grant: {
        bounds: this.#policy,
        expiresAtEpochSeconds: Number.POSITIVE_INFINITY,
        coversNewKinds: this.#options.knowsKinds ?? false,
      },
      provenKinds: [...this.#proven],
    }
  }

  #host(weights: Weights): WeighedHost {
    const { pCpus, scheduler, guests } = this.#family
    const present = this.#minutes.at(-1)?.domains.map(({ domain }) => domain) ?? []
    return {
      pCpus,
      scheduler,
      domain0Weight: weights['Domain-0']!,
      statistic: 'p95',
      domains: guests
        .filter(({ name }) => present.includes(name))
        .map(({ name, targetSeconds, softTargetSeconds, capPercent }) => ({
          domain: name,
          weight: weights[name]!,
          targetSeconds,
          softTargetSeconds,
          mostPCpus: (capPercent ?? 100) / 100,
        })),
    }
  }

  #letPersonDecide(now: number): boolean {
    const newest = this.#pending.at(-1)
    if (newest?.state !== 'open' || newest.approveAtEpochSeconds === null) return false
    if (now < newest.approveAtEpochSeconds) return false
    newest.state = 'approved'
    newest.isApproved = true
    return true
  }

  /** Whatever made things worse is over once weights have changed since, or after a day. */
  #giveUpWorse(now: number): boolean {
    const newest = this.#pending.at(-1)
    if (newest?.state !== 'worse') return false
    const applied = newest.appliedAtEpochSeconds!
    const isChanged = this.#lastChanged !== null && this.#lastChanged > applied + MINUTE_SECONDS
    if (!isChanged && now < applied + DAY_SECONDS) return false
    this.#pending.pop()
    return true
  }

  #plan(relief: Relief, now: number): void {
    this.#pending.push({
      state: 'planning',
      createdAtEpochSeconds: now,
      expiresAtEpochSeconds: now + this.#policy.expirySeconds,
      proposal: null,
      relief,
      canApply: true,
      cannotBecause: null,
      lacksApproval: false,
      appliedAtEpochSeconds: null,
      kind: reliefKind(relief),
      approveAtEpochSeconds: null,
      isApproved: false,
      weightsBefore: null,
    })
  }

  #offer(pending: Recommendation, because: string, now: number): void {
    this.#count(`offered: ${because}`)
    this.#pending = [pending]
    pending.state = 'open'
    pending.expiresAtEpochSeconds = now + this.#policy.expirySeconds
    pending.approveAtEpochSeconds = because === 'new-kind' ? now + APPROVAL_SECONDS : null
  }

  #apply(pending: Recommendation, by: 'approval' | 'grant', host: TendedHost, now: number) {
    const before = host.weights
    const after = { ...before, ...pending.relief.weightsAfter }
    pending.state = 'applied'
    pending.appliedAtEpochSeconds = now
    pending.weightsBefore = before
    this.#pending = [pending]
    this.#factors = pending.relief.factors
    return this.#change(host, { atSeconds: now, by, before, after })
  }

  #settle(pending: Recommendation, state: string): void {
    this.counts.outcomes[state] = (this.counts.outcomes[state] ?? 0) + 1
    if (state === 'worse') pending.state = 'worse'
    else this.#pending.pop()
    if (state === 'confirmed' && pending.isApproved) this.#proven.add(pending.kind)
  }

  #rollBack(pending: Recommendation, host: TendedHost, now: number): EntrantChange {
    this.#pending.pop()
    this.#undone.push({ kind: kindOf(pending.relief.changes), atEpochSeconds: now })
    const after = pending.weightsBefore!
    return this.#change(host, { atSeconds: now, by: 'roll-back', before: host.weights, after })
  }

  #change(host: TendedHost, change: EntrantChange): EntrantChange {
    const { atSeconds, before, after } = change
    this.#left.push({ leftAtEpochSeconds: atSeconds, shares: sharesOf(before) })
    host.setWeights(after)
    this.#known = after
    this.#lastChanged = atSeconds
    return change
  }

  #count(code: string): void {
    this.counts.because[code] = (this.counts.because[code] ?? 0) + 1
  }
}

/** The shares of the guests; Domain-0 is none. */
function sharesOf({ 'Domain-0': _, ...guests }: Weights): Record<string, number> {
  const sum = Object.values(guests).reduce((total, weight) => total + weight, 0)
  return Object.fromEntries(Object.entries(guests).map(([name, weight]) => [name, weight / sum]))
}

async function impossible(): Promise<void> {
  throw new Error('The benchmark’s hosts and policy never lead to this step.')
}
