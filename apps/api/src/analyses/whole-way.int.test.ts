import { CATALOGUE } from '@steelyard/analysis'
import * as contract from '@steelyard/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sampleTargets } from '../samples/sample-recordings.ts'
import { waitForJob } from '../testing/wait-for-job.ts'
import {
  sampleFiles,
  startUploadClient,
  type UploadClient,
} from '../uploads/testing/upload-client.ts'
import { loadAnalysisLoad } from './analysis-load.ts'
import { loadArrivals } from './replay/stored-arrivals.ts'

let client: UploadClient
let hostId: string
const uploads: Record<string, contract.Upload> = {}
const analyses: Record<string, contract.Analysis> = {}

/** Both analyses take about a minute of CPU time, which a busy machine stretches. */
const BUSY_MS = 600_000

beforeAll(async () => {
  client = await startUploadClient()
  hostId = (await client.api.deps.db.host.create({ data: { name: 'xen1' } })).id
  for (const name of ['equal', 'reweighted']) {
    const upload = await client.upload(sampleFiles(`paper-table3-${name}`), { hostId })
    uploads[name] = contract.Upload.parse(upload)
    const analysis = await client.analyse({
      hostId,
      uploadIds: [upload.id],
      targets: sampleTargets,
      options: { stepShare: 0.1 }, // a quarter of the allocations for the twin to play
    })
    analyses[name] = contract.Analysis.parse(analysis)
  }
}, BUSY_MS)
afterEach(stopLevers)
afterAll(() => client.close())

/** Stops the lab runs of later analyses. The next analysis would wait for them. */
async function stopLevers(): Promise<void> {
  const { db } = client.api.deps
  const jobs = await db.job.findMany({
    where: { kind: 'play-run', state: { in: ['queued', 'running'] } },
  })
  for (const { id } of jobs) await client.call(contract.cancelJob, { params: { id } })
}

/** Analyses the sample with equal weights by SDPS, which chooses sooner than the twin. */
async function analyseBySdps(
  body: { targets?: contract.SlaTarget[]; uploadIds?: string[] },
  options: Partial<contract.AnalysisOptions> = {},
): Promise<contract.Analysis> {
  const defaults = { hostId, uploadIds: [uploads.equal!.id], targets: [] }
  const analysis = { ...defaults, ...body, options: { estimator: 'sdps', ...options } }
  return contract.Analysis.parse(await client.analyse(analysis))
}

/** The beginning of the recording, just long enough to recommend weights from. */
function calmBeginning() {
  const { from } = resultOf('equal').range
  return { from, to: new Date(Date.parse(from) + 120_000).toISOString() }
}

function resultOf(name: string): contract.AnalysisResult {
  return analyses[name]!.result!
}

function phaseOf(name: string, label: string, domain: string) {
  const phase = resultOf(name).phases.find((p) => p.label === label)
  return phase!.domains.find((d) => d.domain === domain)!
}

describe('what would help', () => {
  it('is asked of the lab automatically where the verdict is not ok, and nowhere else', async () => {
    const runs = await client.api.deps.db.run.findMany()
    expect(runs).toMatchObject([{ analysisId: analyses.equal!.id, kind: 'levers' }])
    const job = await waitForJob(client.api.deps, runs[0]!.jobId!)
    expect(job.state).toBe('succeeded')
    const { body } = await client.call(contract.getRun, { params: { id: runs[0]!.id } })
    const { violating, winnerId } = contract.LabRun.parse(body).result!.levers!
    expect(violating).toEqual(['vm1'])
    expect(winnerId).toBe('weights')
  })
})

describe('inspection of a whole recording', () => {
  it('leaves no question open, because recording.json answers them', () => {
    expect(uploads.equal).toMatchObject({ state: 'ready', openQuestions: [], trouble: null })
    expect(uploads.equal!.recording).toMatchObject({ phases: 7 })
    const xenmon = uploads.equal!.sources.find((source) => source.path === 'xenmon/log-dom2.log')
    expect(xenmon).toMatchObject({ included: true, domains: [{ found: 'dom2', domain: 'vm2' }] })
  })

  it('counts each request and each CPU second once, and reports what it left out', () => {
    const left = uploads.equal!.sources.filter((source) => !source.included)
    expect(left.map((source) => source.path).sort()).toEqual([
      'access/vm1.log.gz',
      'access/vm2.log.gz',
      'access/vm3.log.gz',
      'xentop.log.gz',
    ])
    for (const source of left) expect(source.warnings.join()).toMatch(/Left out/)
  })

  it('keeps a hash of every file', () => {
    for (const file of uploads.equal!.files) expect(file.sha256).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('what was measured', () => {
  it('is what the clients saw: vm1 at 66 ms before its weight was raised, at 32 ms afterwards', () => {
    expect(phaseOf('equal', 'Phase 6', 'vm1').measured).toMatchObject({ measuredBy: 'client' })
    expect(phaseOf('equal', 'Phase 6', 'vm1').measured!.meanMs).toBeCloseTo(65.6, 0)
    expect(phaseOf('reweighted', 'Phase 6', 'vm1').measured!.meanMs).toBeCloseTo(32.4, 0)
    expect(phaseOf('equal', 'Phase 6', 'vm1').weight).toBe(256)
    expect(phaseOf('reweighted', 'Phase 6', 'vm1').weight).toBe(384)
  })

  it('shows that vm2 pays', () => {
    const before = phaseOf('equal', 'Phase 6', 'vm2').measured!.meanMs!
    const after = phaseOf('reweighted', 'Phase 6', 'vm2').measured!.meanMs!
    expect(after).toBeGreaterThan(1.5 * before)
  })

  it('includes the service times of the pages, by the utilisation law', () => {
    const services = resultOf('equal').domains.map((d) => [d.domain, d.serviceTimeMs!] as const)
    for (const [domain, ms] of services) expect(ms).toBeCloseTo(domain === 'vm3' ? 1.5 : 6.4, 0)
    expect(resultOf('equal').domain0.serviceTimePerRequestMs).toBeGreaterThan(0.2)
    expect(resultOf('equal').hostUtilisation).toBeGreaterThan(0.5)
    expect(resultOf('equal').hostUtilisation).toBeLessThan(1)
  })
})

describe('estimates', () => {
  it('of every estimator are finite or give a reason', () => {
    for (const name of ['equal', 'reweighted']) {
      for (const domain of resultOf(name).domains) {
        expect(domain.estimates.map((e) => e.estimator).sort()).toEqual(
          CATALOGUE.map(({ id }) => id).sort(),
        )
        for (const estimate of domain.estimates) {
          if (estimate.responseTimeMs === null) expect(estimate.reasons).not.toEqual([])
          else expect(estimate.responseTimeMs).toBeGreaterThan(0)
        }
        const delayAware = domain.estimates.find((e) => e.estimator === 'delay-aware')!
        const { serviceMs, vmDelayMs, domain0DelayMs } = delayAware.breakdown!
        expect(serviceMs + vmDelayMs + domain0DelayMs).toBeCloseTo(delayAware.responseTimeMs!, 6)
      }
    }
  })

  it('predict the raise of vm1 in the right direction', () => {
    const before = phaseOf('equal', 'Phase 6', 'vm1').estimatesMs['delay-aware']!
    const after = phaseOf('reweighted', 'Phase 6', 'vm1').estimatesMs['delay-aware']!
    expect(after).toBeLessThan(before)
  })

  it('are scored window by window against the measured means', () => {
    const { errors, windows } = resultOf('equal')
    expect(windows).toBe(21)
    const all = errors.filter((error) => error.domain === null)
    expect(all.map((error) => error.estimator).sort()).toEqual(CATALOGUE.map(({ id }) => id).sort())
    for (const error of all) expect(error.mape).toBeGreaterThan(0)
    expect(all.find((e) => e.estimator === 'delay-aware')!.windows).toBe(63)
  })

  it('are marked where no weights could lead to them, in errors, phases and windows', async () => {
    const { errors, phases } = resultOf('equal')
    const [all, ...each] = errors.filter((error) => error.estimator === 'delay-aware')
    expect(all!.notValid).toMatchObject([{ reason: expect.stringContaining('any weights') }])
    const windows = all!.notValid[0]!.windows
    expect(windows).toBeGreaterThan(0)
    expect(windows).toBeLessThan(all!.windows)
    expect(each.flatMap((error) => error.notValid).reduce((sum, n) => sum + n.windows, 0)).toBe(
      windows,
    )
    const params = { id: analyses.equal!.id }
    const series = await client.call(contract.getAnalysisSeries, { params })
    const points = contract.Series.parse(series.body).domains.flatMap((domain) => domain.points)
    expect(points.filter((point) => point.notValid.includes('delay-aware'))).toHaveLength(windows)
    const inPhases = phases.flatMap((phase) => phase.domains)
    const marked = inPhases.filter((domain) => domain.notValid.includes('delay-aware'))
    expect(marked.length).toBeGreaterThan(0)
    expect(marked.length).toBeLessThan(inPhases.length)
  })
})

describe('the phases', () => {
  it.each(['equal', 'reweighted'])(
    'of %s lie within what is predicted for them, with intervals that say something',
    (name) => {
      const compared = resultOf(name).phases.flatMap(({ domains }) =>
        domains.flatMap(({ measured, predicted }) =>
          measured?.p95Ms && predicted
            ? [{ ms: measured.p95Ms, lowMs: predicted.lowMs, highMs: predicted.highMs }]
            : [],
        ),
      )
      expect(compared).toHaveLength(21)
      const inside = compared.filter(({ ms, lowMs, highMs }) => ms >= lowMs && ms <= highMs)
      expect(inside.length / compared.length).toBeGreaterThanOrEqual(0.8)
      const widths = compared.map(({ lowMs, highMs }) => highMs / lowMs).sort((a, b) => a - b)
      // A factor of two each way, in the middle one.
      expect(widths[10]).toBeLessThan(4)
    },
  )
})

describe('what SandPiper would do', () => {
  it('is to raise vm1, by its rule and the durations in the log', () => {
    const { sandpiper, domains } = resultOf('equal')
    expect(sandpiper.domains.map((each) => each.domain)).toEqual(['vm1', 'vm2', 'vm3'])
    const { lambdaCapPerSecond, weightFactor, busyArrivalRatePerSecond } = sandpiper.domains[0]!
    expect(busyArrivalRatePerSecond).toBe(domains[0]!.busyArrivalRatePerSecond)
    expect(weightFactor).toBeGreaterThan(1)
    expect(weightFactor).toBeCloseTo(busyArrivalRatePerSecond / lambdaCapPerSecond!, 9)
    expect(sandpiper.statement).toMatch(/raise vm1 ×.* and can serve .* includes the waiting/)
  })
})

describe('the verdict', () => {
  it('is that vm1 misses its target, and probably meets it after its weight was raised', () => {
    expect(analyses.equal!.verdict).toBe('misses')
    expect(resultOf('equal').headline).toMatch(
      /vm1 takes 2[34]\d ms \(95th percentile of requests\); its target is 180 ms/,
    )
    expect(analyses.reweighted!.verdict).toBe('probably-meets')
    const vm1 = resultOf('equal').domains.find((d) => d.domain === 'vm1')!
    expect(vm1).toMatchObject({ meetsTarget: false, weight: 256 })
  })

  it('is not given on half a minute, and no weights are recommended from it', async () => {
    const { from } = resultOf('equal').range
    const range = { from, to: new Date(Date.parse(from) + 30_000).toISOString() }
    const analysis = await analyseBySdps({ targets: sampleTargets }, { range })
    expect(analysis).toMatchObject({ verdict: 'not-enough-evidence', grade: 'not-enough' })
    const { recommendation, headline, evidence } = analysis.result!
    expect(recommendation).toBeNull()
    expect(headline).toBe('Not enough evidence for a verdict.')
    expect(evidence.remedy).toContain('record at least 5 minutes')
    const { body } = await client.call(contract.getHost, { params: { id: hostId } })
    expect(body.latestAnalysis.id).not.toBe(analysis.id)
    expect(body.verdict).not.toBe('not-enough-evidence')
  })

  it('speaks with one predictor about one statistic', () => {
    const { predictor, domains, recommendation } = resultOf('equal')
    expect(predictor).toMatchObject({ estimator: 'twin', quick: 'sdps' })
    expect(predictor.error).toBeLessThan(0.3)
    for (const { domain, predictedNow } of domains) {
      const advised = recommendation!.domains.find((each) => each.domain === domain)!
      expect(advised.predictedBefore).toEqual(predictedNow)
      expect(predictedNow!.lowMs).toBeLessThan(predictedNow!.ms)
    }
  })

  it('considers the windows since the change of weights', () => {
    const { range, weightChanges } = resultOf('reweighted')
    expect(weightChanges).toMatchObject([{ domain: 'vm1', weight: 384 }])
    expect(Date.parse(range.from)).toBeGreaterThanOrEqual(Date.parse(weightChanges[0]!.at) - 5000)
    expect(Date.parse(range.to) - Date.parse(range.from)).toBe(60_000)
    expect(resultOf('equal').weightChanges).toEqual([])
  })
})

describe('the recommendation', () => {
  it('meets the targets on the grid of 0.05, and keeps the sum of the guests’ integers', async () => {
    const { recommendation, ranking } = (await analyseBySdps({ targets: sampleTargets })).result!
    expect(ranking).toMatchObject({ used: 'sdps', reason: expect.stringMatching(/^Chosen by you/) })
    expect(recommendation).toMatchObject({
      advice: 'change',
      objective: 'meet-targets',
      statistic: 'p95',
      status: 'optimal',
      estimator: 'sdps',
    })
    expect(recommendation!.checks.map(({ estimator, passes }) => [estimator, passes])).toEqual([
      ['sdps', true],
      ['twin', true],
    ])
    const domains = recommendation!.domains
    const guests = domains.reduce((total, { weightAfter }) => total + weightAfter, 0)
    for (const domain of domains) {
      // Eq (7) divides the guests' weights in steps of 0.05; whole weights are off by half of one.
      const steps = domain.weightAfter / guests / 0.05
      expect(Math.abs(steps - Math.round(steps))).toBeLessThan(1 / guests / 0.05)
      expect(domain.shareAfter).toBeCloseTo(domain.weightAfter / (guests + 256), 12)
      expect(domain.meetsTarget).toBe(true)
      expect(domain.predictedAfter!.ms).toBeLessThanOrEqual(domain.targetMs!)
    }
    const sum = (of: 'weightBefore' | 'weightAfter') => domains.reduce((s, d) => s + d[of], 0)
    expect(Math.abs(sum('weightAfter') - sum('weightBefore'))).toBeLessThanOrEqual(2)
  })

  it('respects bounds, and leaves weights alone that others do not clearly beat', async () => {
    const { result } = await analyseBySdps(
      {},
      {
        range: calmBeginning(),
        objective: 'total-delay',
        stepShare: 0.1,
        bounds: [{ domain: 'vm3', minShare: 0.5, maxShare: null }],
      },
    )
    const { recommendation, objectives, reasons } = result!
    const chosen = objectives![0]!
    expect(chosen).toMatchObject({ objective: 'total-delay', chosenBy: 'delay-aware' })
    const vm3 = chosen.weights.find(({ domain }) => domain === 'vm3')!.weight
    const all = chosen.weights.reduce((sum, { weight }) => sum + weight, 0)
    expect(vm3 / all).toBeGreaterThanOrEqual(0.5 - 1e-3)
    expect(reasons.map((reason) => reason.code)).toContain('no-targets')
    const greedy = recommendation!.companions.find((c) => c.method === 'greedy')
    expect(greedy?.agrees ?? true).toBe(true)
    if (recommendation!.advice === 'leave') {
      for (const { weightBefore, weightAfter } of recommendation!.domains) {
        expect(weightAfter).toBe(weightBefore)
      }
    }
  })

  it('says that no weights can help, naming the conflict, when none meet the targets', async () => {
    const impossible = ['vm1', 'vm2', 'vm3'].map((domain) => ({
      domain,
      responseTimeMs: 2,
      throughputPerSecond: null,
      isSoft: false,
    }))
    const analysis = await analyseBySdps({ targets: impossible }, { range: calmBeginning() })
    expect(analysis.verdict).toBe('probably-misses')
    expect(analysis.result!.outlook).toMatch(/^No weights are predicted to meet all targets/)
    // Until then, the weights that come closest.
    expect(analysis.result!.recommendation).toMatchObject({
      status: 'infeasible',
      advice: 'change',
      reason: expect.stringContaining('these come closest'),
    })
    expect(analysis.result!.recommendation!.conflicts.length).toBeGreaterThan(0)
    expect(analysis.result!.reasons.map((reason) => reason.code)).toContain(
      'targets-proven-infeasible',
    )
  })
})

describe('how far the estimators are to be trusted', () => {
  it('is shown by ranking them on this recording, and naming the one in use', () => {
    for (const name of ['equal', 'reweighted']) {
      const { ranking, recommendation } = resultOf(name)
      const ranked = ranking!.estimators
      expect(ranked.map(({ estimator }) => estimator).sort()).toEqual(
        CATALOGUE.map(({ id }) => id).sort(),
      )
      const errors = ranked.flatMap(({ medianApe }) => medianApe ?? [])
      expect(errors).toEqual([...errors].sort((a, b) => a - b))
      // Targets are percentiles, and only the twin has them.
      expect(ranking!.used).toBe('twin')
      expect(ranked.find(({ estimator }) => estimator === ranking!.used)).toMatchObject({
        forecasts: true,
      })
      expect(recommendation!.estimator).toBe(ranking!.used)
      const errorOf = (id: string) => ranked.find(({ estimator }) => estimator === id)!.medianApe!
      for (const ours of ['twin', 'sdps']) {
        expect(errorOf(ours)).toBeLessThan(errorOf('delay-aware'))
        expect(errorOf(ours)).toBeLessThan(errorOf('sandpiper'))
      }
    }
  })

  it('includes the facts that the recording states about the host, each figure with its uncertainty', () => {
    const { calibration } = resultOf('equal')
    const [vm1] = calibration!.domains
    expect(vm1!.serviceTimeCpu!.value).toBeCloseTo(6.4, 0)
    expect(vm1!.serviceTimeCpu!.standardError!).toBeLessThan(0.2)
    expect(vm1!.arrivalScv!.value).toBeCloseTo(1, 0)
    expect(calibration!.domain0.perRequest!.value).toBeGreaterThan(0.2)
    expect(calibration!.coefficients!.map(({ name }) => name)).toEqual(['alpha', 'beta', 'gamma'])
    expect(calibration!.windows).toBe(21)
  })

  it('includes the twin, which replays the recorded requests, with intervals', () => {
    const { twin, domains } = resultOf('equal')
    expect(twin).toMatchObject({ state: 'done', arrivals: 'recorded', scheduler: 'credit' })
    expect(twin!.simulatedSeconds).toBe(210)
    for (const { domain, mean, p95, cpuShare, measuredMeanMs } of twin!.domains) {
      expect(mean!.lowMs).toBeLessThan(mean!.highMs)
      expect(p95!.ms).toBeGreaterThan(mean!.ms)
      const seen = domains.find((each) => each.domain === domain)!
      expect(cpuShare / seen.utilisation!).toBeCloseTo(1, 1)
      expect(measuredMeanMs).toBe(seen.measured!.meanMs)
    }
  })

  it('includes the choice of each objective, and what all models expect of it', () => {
    const { objectives, targets } = { ...resultOf('equal'), targets: sampleTargets }
    expect(objectives![0]!.objective).toBe('meet-targets')
    expect(new Set(objectives!.map(({ objective }) => objective))).toEqual(
      new Set([
        'meet-targets',
        'smallest-change',
        'mean-slowdown',
        'mean-over-requests',
        'total-delay',
      ]),
    )
    for (const { weights, outlook, chosenBy } of objectives!) {
      expect(weights.map(({ domain }) => domain)).toEqual(targets.map(({ domain }) => domain))
      expect(outlook.map(({ estimator }) => estimator)).toEqual([
        'delay-aware',
        'delay-aware-calibrated',
        'sdps',
        ...(chosenBy === 'twin' ? ['twin'] : []),
      ])
    }
  })

  it('includes load and arrivals, stored for further questions', async () => {
    const { db } = client.api.deps
    const { known: load, basis } = await loadAnalysisLoad(db, analyses.reweighted!.id)
    expect(load).toMatchObject({ scheduling: { scheduler: 'credit' }, weights: { vm1: 384 } })
    expect(Object.keys(basis.now)).toEqual(['vm1', 'vm2', 'vm3'])
    expect(load.load.domains.map(({ name }) => name)).toEqual(['vm1', 'vm2', 'vm3'])
    const arrivals = await loadArrivals(db, analyses.reweighted!.id)
    const { range, domains } = resultOf('reweighted')
    for (const { domain, startEpochSeconds, offsetsSeconds, resolution } of arrivals) {
      expect(resolution).toBe('microsecond')
      expect(startEpochSeconds).toBeCloseTo(Date.parse(range.from) / 1000, 3)
      const { arrivalRatePerSecond } = domains.find((each) => each.domain === domain)!
      expect(offsetsSeconds.length / 60 / arrivalRatePerSecond).toBeCloseTo(1, 1)
      expect([...offsetsSeconds].every((at, i, all) => i === 0 || at >= all[i - 1]!)).toBe(true)
    }
  })
})

describe('observations', () => {
  it('are stored once for the same bytes, and every analysis reads the same from them', async () => {
    const { db } = client.api.deps
    const analyse = () => analyseBySdps({ targets: sampleTargets }, { range: calmBeginning() })
    const { result } = await analyse()
    const sets = await db.observationSet.count()
    const again = await analyse()
    expect(await db.observationSet.count()).toBe(sets)
    const withoutTiming = (result: contract.AnalysisResult | null) => {
      const copy = structuredClone(result)!
      copy.recommendation!.proof.solveSeconds = 0
      return copy
    }
    expect(withoutTiming(again.result)).toEqual(withoutTiming(result))
  })

  it('report on every source that was read', async () => {
    const { body } = await client.call(contract.getUpload, { params: { id: uploads.equal!.id } })
    const read = contract.Upload.parse(body).sources.filter((source) => source.report)
    expect(read.map((source) => source.path)).toContain('client/vm1.csv.gz')
    for (const source of read) expect(source.report!.rejected).toBe(0)
  })

  it('of two uploads are read together', async () => {
    const uploadIds = [uploads.equal!.id, uploads.reweighted!.id]
    const { result } = await analyseBySdps({ uploadIds }, { range: calmBeginning() })
    expect(result!.phases).toHaveLength(14)
    expect(result!.phases[13]!.label).toBe('Recording 2, phase 7')
    expect(result!.weightChanges).toMatchObject([{ domain: 'vm1', weight: 384 }])
  })
})

describe('series and exports', () => {
  it('200 returns a point per window and domain', async () => {
    const params = { id: analyses.equal!.id }
    const reply = await client.call(contract.getAnalysisSeries, { params })
    const series = contract.Series.parse(reply.body)
    expect(series).toMatchObject({ thinned: false, windowSeconds: 10 })
    expect(series.domains.map((d) => [d.domain, d.points.length])).toEqual([
      ['vm1', 21],
      ['vm2', 21],
      ['vm3', 21],
    ])
    const thin = await client.call(contract.getAnalysisSeries, { params, query: { maxPoints: 20 } })
    expect(thin.body.thinned).toBe(true)
    const highest = (points: contract.SeriesPoint[]) =>
      Math.max(...points.map((point) => point.measuredMs ?? 0))
    for (const [i, domain] of thin.body.domains.entries()) {
      expect(domain.points.length).toBeLessThanOrEqual(20)
      expect(highest(domain.points)).toBe(highest(series.domains[i]!.points))
    }
  })

  it.each([
    ['windows', 63, 'delay_aware_ms'],
    ['observations', 0, 'cpu_runnable_wait_seconds'],
    ['estimates', 3 * CATALOGUE.length, 'vm_delay_ms'],
    ['errors', 4 * CATALOGUE.length, 'mape_fraction'],
    ['recommendation', 3, 'weight_after'],
  ])('200 returns the table of %s as CSV and as JSON', async (table, rows, column) => {
    const params = { id: analyses.equal!.id, table }
    const csv = await client.call(contract.exportAnalysis, { params })
    expect(csv.status).toBe(200)
    expect(csv.headers['content-type']).toContain('text/csv')
    expect(csv.headers['content-disposition']).toContain(`${table}-${params.id}.csv`)
    const lines = String(csv.body).trimEnd().split('\r\n')
    expect(lines[0]!.split(',')).toContain(column)
    const json = await client.call(contract.exportAnalysis, { params, query: { format: 'json' } })
    expect(json.body).toHaveLength(lines.length - 1)
    if (rows > 0) expect(lines.length - 1).toBe(rows)
    expect(json.body[0]).toHaveProperty(column)
  })
})
