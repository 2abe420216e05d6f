import {
  DEFAULT_TRIGGER_RULE,
  freshState,
  kindOf,
  type LeftShares,
  type LoopPolicy,
  nextStep,
  observeWindow,
  type PendingRecommendation,
  type Situation,
  type Step,
  shareBounds,
  type TriggerState,
} from '@steelyard/loop'
import { type Advised, analyseObserved } from './analyse-observed.ts'
import { MINUTE_SECONDS } from './clock.ts'
import type { Change, Entrant, SeenMinute } from './entrant.ts'
import type { Family, Guest } from './families.ts'
import { judgeChange } from './judge-change.ts'
import type { Minute, SeenDomain, TendedHost, Weights } from './simulated-host.ts'

/** The defaults of the product, under which it may act by itself. */
const POLICY: LoopPolicy = {
  mode: 'automatic',
  dryRun: false,
  timeZone: 'UTC',
  windows: [],
  blackouts: [],
  coolDownSeconds: 1800,
  leastGain: 0.05,
  largestStep: 0.2,
  payers: null,
  lookBackSeconds: 1800,
  expirySeconds: 3600,
  outcomeSeconds: 900,
}
const GRANT = {
  bounds: { largestStep: POLICY.largestStep, payers: null },
  expiresAtEpochSeconds: Number.POSITIVE_INFINITY,
}
/** The simulated person approves the first of a kind so long after it is offered. */
const APPROVAL_SECONDS = 300
const MOST_STEPS_AT_ONCE = 8
const ANALYSIS_EXPIRY_SECONDS = 3600
/** The API counts as many earlier changes. */
const NEWEST_OUTCOMES = 10
const DAY_SECONDS = 86_400

/** A recommendation, with what only the glue needs. */
interface Recommendation extends PendingRecommendation {
  advised: Advised
  kind: string
  /** When a person approves it. Null: nobody does. */
  approveAtEpochSeconds: number | null
  isApproved: boolean
  weights: { before: Weights; after: Weights } | null
}

export interface LoopCounts {
  analyses: number
  /** By the code of the hindrance or `NotWorthIt`. */
  because: Record<string, number>
  outcomes: Record<string, number>
}

/** The product's loop: its trigger, its decision and its judgement, on the plain data of one host. */
export class ProductLoop implements Entrant {
  readonly counts: LoopCounts = { analyses: 0, because: {}, outcomes: {} }
  readonly #family: Family
  readonly #lie: (advised: Advised, host: TendedHost) => Advised
  #triggers = new Map<string, TriggerState>()
  #observed: { from: number; to: number } | null = null
  #known: Weights | null = null
  #present: readonly string[] = []
  #pending: Recommendation[] = []
  #left: LeftShares[] = []
  #lastChanged: number | null = null
  #lastAnalysed: number | null = null
  #proven = new Set<string>()
  /** Of each change whose outcome was judged, newest last. */
  #errors: number[][] = []
  /** How far the host's clock is ahead. */
  #offsetSeconds = 0

  /** @param lie what a model makes of its advice before the loop sees it */
  constructor(
    family: Family,
    lie: (advised: Advised, host: TendedHost) => Advised = (advised) => advised,
  ) {
    this.#family = family
    this.#lie = lie
  }

  async see(seen: SeenMinute, host: TendedHost): Promise<Change[]> {
    this.#takeIn(seen, host.weights)
    const changes: Change[] = []
    for (let step = 0; step < MOST_STEPS_AT_ONCE; step++) {
      this.#letPersonDecide(seen.nowSeconds)
      this.#giveUpWorse(seen.nowSeconds)
      const next = nextStep(this.#situation(seen.nowSeconds))
      if (next.do === 'nothing') {
        this.#count(next.because.code)
        break
      }
      const change = await this.#carryOut(next, host, seen.nowSeconds)
      if (change) changes.push(change)
    }
    return changes
  }

  #takeIn({ minute, stampedSeconds, nowSeconds }: SeenMinute, weights: Weights): void {
    if (minute === null) return
    this.#offsetSeconds = stampedSeconds + MINUTE_SECONDS - nowSeconds
    this.#present = minute.domains.map(({ domain }) => domain)
    // A reboot has put them back to those of the configuration files.
    if (this.#known !== null && this.#known !== weights) this.#lastChanged = nowSeconds
    this.#known = weights
    // A clock that was put back shows minutes again that are known already.
    if (this.#observed && stampedSeconds < this.#observed.to) return
    const isNext = this.#observed?.to === stampedSeconds
    this.#observed = {
      from: isNext ? this.#observed!.from : stampedSeconds,
      to: stampedSeconds + MINUTE_SECONDS,
    }
    for (const guest of this.#family.guests) this.#trigger(guest, minute, stampedSeconds)
  }

  #trigger({ name, targetSeconds }: Guest, minute: Minute<SeenDomain>, start: number) {
    if (targetSeconds === null) return
    const valueSeconds = minute.domains.find(({ domain }) => domain === name)?.valueSeconds ?? null
    const window = {
      startEpochSeconds: start,
      seconds: MINUTE_SECONDS,
      valueSeconds,
      targetSeconds,
    }
    const before = this.#triggers.get(name) ?? freshState(name)
    this.#triggers.set(name, observeWindow(before, window, DEFAULT_TRIGGER_RULE).state)
  }

  #situation(nowEpochSeconds: number): Situation {
    return {
      nowEpochSeconds,
      policy: POLICY,
      stopped: null,
      observedToEpochSeconds: this.#observed?.to ?? null,
      observedFromEpochSeconds: this.#observed?.from ?? null,
      watchProblem: null,
      hotspots: [...this.#triggers.values()].flatMap(({ domain, open }) =>
        open ? [{ domain, openedAtEpochSeconds: open.openedAtEpochSeconds }] : [],
      ),
      pending: this.#pending.at(-1) ?? null,
      lastAnalysedAtEpochSeconds: this.#lastAnalysed,
      lastChangedAtEpochSeconds: this.#lastChanged,
      leftLately: this.#left.filter(
        ({ leftAtEpochSeconds }) => nowEpochSeconds - leftAtEpochSeconds < DAY_SECONDS,
      ),
      grant: GRANT,
      provenKinds: [...this.#proven],
    }
  }

  #letPersonDecide(now: number): void {
    this.#pending = this.#pending.filter(
      (each, index, all) =>
        index === all.length - 1 || each.state !== 'open' || now < each.expiresAtEpochSeconds,
    )
    const newest = this.#pending.at(-1)
    if (newest?.state !== 'open' || newest.approveAtEpochSeconds === null) return
    if (now < newest.approveAtEpochSeconds) return
    newest.state = 'approved'
    newest.isApproved = true
  }

  /** Whatever made things worse is over once weights have changed since, or after a day. */
  #giveUpWorse(now: number): void {
    const newest = this.#pending.at(-1)
    if (newest?.state !== 'worse') return
    const applied = newest.appliedAtEpochSeconds!
    const isChanged = this.#lastChanged !== null && this.#lastChanged > applied + MINUTE_SECONDS
    if (isChanged || now >= applied + DAY_SECONDS) this.#pending.pop()
  }

  /** Observations are kept by the time that passes, whatever the host's clock says. */
  #passed({
    fromEpochSeconds,
    toEpochSeconds,
  }: {
    fromEpochSeconds: number
    toEpochSeconds: number
  }) {
    return {
      fromEpochSeconds: fromEpochSeconds - this.#offsetSeconds,
      toEpochSeconds: toEpochSeconds - this.#offsetSeconds,
    }
  }

  async #carryOut(step: Step, host: TendedHost, now: number): Promise<Change | null> {
    if (step.do === 'analyse') {
      await this.#analyse(step, host, now)
      return null
    }
    const pending = this.#pending.at(-1)!
    switch (step.do) {
      case 'drop':
        this.#count(step.because.code)
        this.#pending.pop()
        return null
      case 'expire':
        this.#count('expired')
        this.#pending.pop()
        return null
      case 'plan':
        pending.state = 'planning'
        pending.canApply = true
        return null
      case 'offer':
        this.#offer(pending, step.because?.code ?? 'asked', now)
        return null
      case 'apply':
        return this.#apply(pending, step.authority, host, now)
      case 'judge-outcome':
        await this.#judge(pending, step, host)
        return null
      case 'roll-back':
        return this.#rollBack(pending, host, now)
      default:
        throw new Error(`The policy of the benchmark never leads to ${step.do}.`)
    }
  }

  async #analyse(
    range: { fromEpochSeconds: number; toEpochSeconds: number },
    host: TendedHost,
    now: number,
  ): Promise<void> {
    this.counts.analyses++
    this.#lastAnalysed = now
    const found = await analyseObserved(this.#family, host, {
      range: this.#passed(range),
      present: this.#present,
      bounds: shareBounds(POLICY, sharesOf(host.weights, this.#present)),
      outcomes: this.#errors.flat(),
    })
    const advised = this.#lie(found, host)
    this.#pending.push({
      state: 'analysing',
      createdAtEpochSeconds: now,
      expiresAtEpochSeconds: now + ANALYSIS_EXPIRY_SECONDS,
      proposal: advised.proposal,
      canApply: null,
      cannotBecause: null,
      lacksApproval: false,
      appliedAtEpochSeconds: null,
      advised,
      kind: kindOf(advised.proposal.changes),
      approveAtEpochSeconds: null,
      isApproved: false,
      weights: null,
    })
  }

  #offer(pending: Recommendation, because: string, now: number): void {
    this.#count(`offered: ${because}`)
    this.#pending = [pending]
    pending.state = 'open'
    pending.expiresAtEpochSeconds = now + POLICY.expirySeconds
    pending.approveAtEpochSeconds = because === 'new-kind' ? now + APPROVAL_SECONDS : null
  }

  #apply(pending: Recommendation, by: 'approval' | 'grant', host: TendedHost, now: number) {
    const before = host.weights
    const after = { ...before, ...pending.advised.weightsAfter }
    pending.state = 'applied'
    pending.appliedAtEpochSeconds = now
    pending.weights = { before, after }
    this.#pending = [pending]
    return this.#change(host, { atSeconds: now, by, before, after })
  }

  #change(host: TendedHost, change: Change): Change {
    const { atSeconds, before, after } = change
    this.#left.push({ leftAtEpochSeconds: atSeconds, shares: sharesOf(before, this.#present) })
    host.setWeights(after)
    this.#known = after
    this.#lastChanged = atSeconds
    return change
  }

  async #judge(
    pending: Recommendation,
    range: { fromEpochSeconds: number; toEpochSeconds: number },
    host: TendedHost,
  ): Promise<void> {
    const judged = await judgeChange(
      this.#family,
      host,
      pending.advised.host,
      pending.weights!,
      this.#passed(range),
    )
    this.counts.outcomes[judged.state] = (this.counts.outcomes[judged.state] ?? 0) + 1
    this.#errors = [...this.#errors, judged.errors].slice(-NEWEST_OUTCOMES)
    if (judged.state === 'worse') pending.state = 'worse'
    else this.#pending.pop()
    if (judged.state === 'confirmed' && pending.isApproved) this.#proven.add(pending.kind)
  }

  #rollBack(pending: Recommendation, host: TendedHost, now: number): Change {
    this.#pending.pop()
    const { before } = pending.weights!
    return this.#change(host, {
      atSeconds: now,
      by: 'roll-back',
      before: host.weights,
      after: before,
    })
  }

  #count(code: string): void {
    this.counts.because[code] = (this.counts.because[code] ?? 0) + 1
  }
}

/** The shares of the guests that are there. */
export function sharesOf(weights: Weights, present: readonly string[]): Record<string, number> {
  const sum = present.reduce((total, name) => total + weights[name]!, 0)
  return Object.fromEntries(present.map((name) => [name, weights[name]! / sum]))
}
