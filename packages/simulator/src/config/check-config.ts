import type { Arrivals } from '../draws/arrivals.ts'
import type { ServiceTime } from '../draws/service-time.ts'
import { type LoanRedemption, loanTerms } from './boost-policy.ts'
import {
  type Background,
  type GuestLoad,
  type RealTimeWork,
  type Reservation,
  type TwinConfig,
  type TwinDomain,
  type TwinGuest,
  type TwinOptions,
  xenDefaults,
} from './twin-config.ts'
import { TwinError } from './twin-error.ts'

function need(holds: boolean, quantity: string, value: number, of: string): void {
  if (holds) return
  throw new TwinError('invalid-number', `${quantity} of ${of} is ${value}.`, {
    quantity,
    value: String(value),
    of,
  })
}

const atLeast = (minimum: number, value: number) => Number.isFinite(value) && value >= minimum
const positive = (value: number) => Number.isFinite(value) && value > 0

function checkDomain(domain: TwinDomain, pCpus: number): void {
  const { name, weight = 256, cap = 0, vCpus = 1, affinity = [], hogs = 0, background } = domain
  need(weight >= 1 && weight <= 65535, 'The weight', weight, name)
  need(Number.isInteger(vCpus) && vCpus >= 1, 'The number of vCPUs', vCpus, name)
  need(cap >= 0 && cap <= 100 * vCpus, 'The cap', cap, name)
  need(Number.isInteger(hogs) && hogs >= 0 && hogs <= vCpus, 'The number of hogs', hogs, name)
  for (const allowed of affinity) {
    need(allowed.length > 0, 'The number of allowed pCPUs', 0, name)
    for (const p of allowed) {
      need(Number.isInteger(p) && p >= 0 && p < pCpus, 'An allowed pCPU', p, name)
    }
  }
  if (background) checkBackground(background, name)
  if (domain.reservation) checkReservation(domain.reservation, name)
  if (domain.realTime) checkRealTime(domain.realTime, name)
}

/** Xen's bounds: period and budget at least 10 microseconds, the budget at most the period. */
function checkReservation({ periodSeconds, budgetSeconds }: Reservation, name: string): void {
  need(atLeast(1e-5, periodSeconds), 'The period of the reservation', periodSeconds, name)
  const fits = atLeast(1e-5, budgetSeconds) && budgetSeconds <= periodSeconds
  need(fits, 'The budget of the reservation', budgetSeconds, name)
}

function checkRealTime(work: RealTimeWork, name: string): void {
  const { periodSeconds, executionSeconds, unitSeconds, firstReleaseSeconds = 0 } = work
  need(atLeast(1e-6, periodSeconds), 'The period of the jobs', periodSeconds, name)
  need(atLeast(1e-6, executionSeconds), 'The execution time of a job', executionSeconds, name)
  if (unitSeconds !== undefined) need(atLeast(1e-6, unitSeconds), 'The unit', unitSeconds, name)
  const within = atLeast(0, firstReleaseSeconds) && firstReleaseSeconds < periodSeconds
  need(within, 'The first release', firstReleaseSeconds, name)
}

function checkBackground(background: Background, name: string): void {
  if ('windows' in background) {
    let before = 0
    for (const { startSeconds, endSeconds, cpuSeconds } of background.windows) {
      need(startSeconds >= before, 'A recorded window, which must ascend,', startSeconds, name)
      need(atLeast(startSeconds, endSeconds), 'The end of a recorded window', endSeconds, name)
      need(Number.isFinite(cpuSeconds), 'The work of a recorded window', cpuSeconds, name)
      before = endSeconds
    }
    return
  }
  need(atLeast(0, background.utilisation), 'The background work', background.utilisation, name)
  const period = background.periodSeconds ?? 1
  need(positive(period), 'The period of background work', period, name)
}

function checkArrivals(arrivals: Arrivals, name: string): void {
  switch (arrivals.kind) {
    case 'times': {
      const { seconds, resolutionSeconds = 0, clockUncertaintySeconds = 0 } = arrivals
      need(atLeast(0, resolutionSeconds), 'The resolution', resolutionSeconds, name)
      need(atLeast(0, clockUncertaintySeconds), "The clock's error", clockUncertaintySeconds, name)
      for (let index = 0; index < seconds.length; index++) {
        const ascends = seconds[index]! >= (index === 0 ? seconds[0]! : seconds[index - 1]!)
        need(ascends, 'An arrival time, which must not descend,', seconds[index]!, name)
      }
      return
    }
    case 'mmpp':
      for (const rate of arrivals.ratesPerSecond) need(positive(rate), 'A rate', rate, name)
      for (const stay of arrivals.meanStaySeconds) need(positive(stay), 'A stay', stay, name)
      return
    case 'batch':
      need(positive(arrivals.batchesPerSecond), 'The batch rate', arrivals.batchesPerSecond, name)
      need(atLeast(1, arrivals.meanBatchSize), 'The batch size', arrivals.meanBatchSize, name)
      return
    case 'renewal': {
      const variation = arrivals.squaredCoefficientOfVariation
      need(atLeast(0, variation), 'The squared coefficient of variation', variation, name)
      need(positive(arrivals.ratePerSecond), 'The arrival rate', arrivals.ratePerSecond, name)
      return
    }
    default:
      need(positive(arrivals.ratePerSecond), 'The arrival rate', arrivals.ratePerSecond, name)
  }
}

function checkServiceTime(serviceTime: ServiceTime, name: string): void {
  const quantity = 'The service time'
  if (serviceTime.kind === 'empirical') {
    need(serviceTime.seconds.length > 0, 'The number of service times', 0, name)
    for (const value of serviceTime.seconds) need(atLeast(0, value), quantity, value, name)
  } else if (serviceTime.kind === 'constant') {
    need(atLeast(0, serviceTime.seconds), quantity, serviceTime.seconds, name)
  } else {
    need(atLeast(0, serviceTime.meanSeconds), quantity, serviceTime.meanSeconds, name)
  }
  if (serviceTime.kind !== 'gamma') return
  const variation = serviceTime.squaredCoefficientOfVariation
  need(atLeast(0, variation), 'The squared coefficient of variation', variation, name)
}

function checkLoad(load: GuestLoad, name: string, hasDomain0: boolean): void {
  checkArrivals(load.arrivals, name)
  checkServiceTime(load.serviceTime, name)
  const { workers = 1, outstanding = 1, path = [{ on: 'service' }] } = load
  need(Number.isInteger(workers) && workers >= 1, 'The number of workers', workers, name)
  need(outstanding >= 1, 'The number of outstanding requests', outstanding, name)
  need(
    path.some((leg) => !leg.aside),
    'The number of legs',
    0,
    name,
  )
  const last = path.at(-1)
  need(!last?.aside, 'The last leg, which cannot be aside,', path.length, name)
  for (const leg of path) {
    need(atLeast(0, leg.cpuSeconds ?? 0), 'The CPU time of a leg', leg.cpuSeconds ?? 0, name)
    if (leg.on !== 'domain-0' || hasDomain0) continue
    throw new TwinError('no-domain0', `Requests of ${name} pass Domain-0, which is missing.`, {
      name,
    })
  }
}

function checkNames(config: TwinConfig, domains: TwinDomain[]): void {
  const names = new Set<string>()
  for (const { name } of domains) {
    if (names.has(name)) {
      throw new TwinError('duplicate-domain', `There are two domains ${name}.`, { name })
    }
    names.add(name)
  }
  for (const { domain } of config.changes ?? []) {
    if (names.has(domain)) continue
    throw new TwinError('unknown-domain', `${domain} is not a domain of this host.`, {
      name: domain,
    })
  }
}

function checkScheduler(config: TwinConfig): void {
  const { scheduler } = config
  for (const [option, value] of Object.entries(scheduler)) {
    if (typeof value === 'number') need(atLeast(0, value), option, value, 'the scheduler')
  }
  if (scheduler.name !== 'credit') return
  const { tsliceSeconds = xenDefaults.tsliceSeconds } = scheduler
  const { ratelimitSeconds = Math.min(xenDefaults.ratelimitSeconds, tsliceSeconds) } = scheduler
  need(tsliceSeconds >= 0.001, 'tsliceSeconds', tsliceSeconds, 'the scheduler')
  need(ratelimitSeconds <= tsliceSeconds, 'ratelimitSeconds', ratelimitSeconds, 'the scheduler')
  if (scheduler.boost?.policy === 'loan-redemption') checkLoan(scheduler.boost)
}

function checkLoan(policy: LoanRedemption): void {
  const { creditLine, repaymentShare, sizingFactor } = loanTerms(policy)
  need(positive(creditLine), 'creditLine', creditLine, 'the scheduler')
  const isShare = positive(repaymentShare) && repaymentShare <= 1
  need(isShare, 'repaymentShare', repaymentShare, 'the scheduler')
  need(positive(sizingFactor), 'sizingFactor', sizingFactor, 'the scheduler')
}

function checkOptions(options: TwinOptions): void {
  const { horizonSeconds, warmupSeconds = 0, boundariesSeconds = [], drainSeconds = 0 } = options
  need(positive(horizonSeconds), 'horizonSeconds', horizonSeconds, 'the run')
  need(atLeast(0, warmupSeconds), 'warmupSeconds', warmupSeconds, 'the run')
  need(atLeast(0, drainSeconds), 'drainSeconds', drainSeconds, 'the run')
  let before = warmupSeconds
  for (const boundary of [...boundariesSeconds, horizonSeconds]) {
    need(
      boundary > before,
      'A boundary, which must ascend from warm-up to horizon,',
      boundary,
      'the run',
    )
    before = boundary
  }
}

/** @throws TwinError when the configuration or the options are invalid */
export function checkConfig(config: TwinConfig, options: TwinOptions): void {
  const domains: TwinGuest[] = [...(config.domain0 ? [config.domain0] : []), ...config.guests]
  need(
    Number.isInteger(config.pCpus) && config.pCpus >= 1,
    'The number of pCPUs',
    config.pCpus,
    'the host',
  )
  need(domains.length > 0, 'The number of domains', 0, 'the host')
  checkScheduler(config)
  checkNames(config, domains)
  for (const domain of domains) checkDomain(domain, config.pCpus)
  for (const { name, load } of config.guests) {
    if (load) checkLoad(load, name, config.domain0 !== undefined)
  }
  checkOptions(options)
}
