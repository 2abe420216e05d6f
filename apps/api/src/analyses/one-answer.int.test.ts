import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agentJobs } from '../agent-jobs.ts'
import { startJobRunner } from '../jobs/job-runner.ts'
import { waitForJob } from '../testing/wait-for-job.ts'
import {
  recordingFiles,
  samplesDir,
  startUploadClient,
  type UploadClient,
} from '../uploads/testing/upload-client.ts'

// Whatever asks about the same weights gets the same prediction. With STEELYARD_RECORDINGS=DIR the
// recordings below that directory are asked about as well.

const more = process.env.STEELYARD_RECORDINGS
const recordings = [
  path.join(samplesDir, 'paper-table3-equal'),
  ...(more ? readdirSync(more).map((name) => path.join(more, name)) : []),
].filter((directory) => existsSync(path.join(directory, 'recording.json')))

/** The target of the first domain, as a part of its measured 95th percentile. */
const WANTED = 0.75

type Predictions = Record<string, contract.Prediction | null>
/** Predictions by domain, under the name of the place that shows them. */
type Places = Record<string, Predictions>

let client: UploadClient
let agent: Awaited<ReturnType<typeof startJobRunner>>
beforeAll(async () => {
  client = await startUploadClient()
  agent = await startJobRunner(client.api.deps, 'agent', agentJobs)
})
afterAll(async () => {
  await agent.stop()
  await client.close()
})

describe.each(recordings)('%s', (directory) => {
  let analysis: contract.Analysis
  let result: contract.AnalysisResult
  beforeAll(async () => {
    analysis = await analyse(directory)
    result = analysis.result!
  })

  it('is predicted alike in every place, for the weights in force', async () => {
    const places: Places = {
      hero: by(result.domains, ({ predictedNow }) => predictedNow),
      options: by(result.options!.rows[0]!.domains, ({ predicted }) => predicted),
      ...(await askedFor({})),
      ...(await playedUnderOtherLoads()),
      ...(await levers(({ predictedNow }) => predictedNow)),
      ...(await planned(({ predictedBefore }) => predictedBefore)),
    }
    const { recommendation } = result
    if (recommendation) {
      places.recommendation = by(recommendation.domains, ({ predictedBefore }) => predictedBefore)
      places.export = await exported('before')
    }
    expectOneAnswer(places)
  }, 300_000)

  it('has plans of its options with what these rows say, for all domains', async () => {
    const { rows, absent } = result.options!
    expect(rows[0]!.names).toContain('in-force')
    expect(
      [...rows.flatMap(({ names }) => names), ...absent.map(({ name }) => name)].sort(),
    ).toEqual([...contract.OptionName.options].sort())
    for (const { names, domains } of rows.slice(1)) {
      const weights = domains.map(({ domain, weight }) => ({ domain, weight }))
      const plan = await planOf({ analysisId: analysis.id, weights })
      expect(plan.option).toEqual(names)
      expect(plan.changes.map(({ domain }) => domain).sort()).toEqual(
        ['Domain-0', ...domains.map(({ domain }) => domain)].sort(),
      )
      expectOneAnswer({
        row: by(domains, ({ predicted }) => predicted),
        plan: by(plan.changes, ({ predictedAfter }) => predictedAfter),
      })
      expectOneAnswer({
        row: by(rows[0]!.domains, ({ predicted }) => predicted),
        plan: by(plan.changes, ({ predictedBefore }) => predictedBefore),
      })
      expect(plan.changes.map(({ weightAfter }) => weightAfter)).toEqual(
        plan.changes.map(
          ({ domain }) => domains.find((each) => each.domain === domain)?.weight ?? 256,
        ),
      )
      for (const share of ['shareBefore', 'shareAfter'] as const)
        expect(plan.changes.reduce((sum, each) => sum + each[share]!, 0)).toBeCloseTo(1, 12)
    }
  }, 300_000)

  it('has a plan of any weights with what the sliders say of them', async () => {
    const [first] = result.domains
    const weights = [{ domain: first!.domain, weight: first!.weight + 106 }]
    const { 'what-if': asked } = await askedFor({ domains: weights })
    const plan = await planOf({ analysisId: analysis.id, weights })
    expect(plan.option).toBeNull()
    // The prediction rests on those that nobody moved, too.
    const others = result.domains.slice(1).map(({ domain, weight }) => ({ domain, weight }))
    expect(plan.ownWeights).toHaveLength(result.domains.length)
    expect(plan.ownWeights).toEqual(expect.arrayContaining([...weights, ...others]))
    expectOneAnswer({
      asked: asked!,
      plan: by(plan.changes, ({ predictedAfter }) => predictedAfter),
    })
    expect(plan.changes.find(({ domain }) => domain === first!.domain)).toMatchObject({
      targetMs: expect.closeTo(first!.target!.responseTimeMs!, 6),
    })
  }, 300_000)

  it('is predicted alike in every place, for other weights', async () => {
    const { recommendation } = result
    const advised = recommendation?.advice === 'change' ? recommendation.domains : null
    const [first] = result.domains
    const places: Places = await askedFor(
      advised
        ? { domains: advised.map(({ domain, weightAfter }) => ({ domain, weight: weightAfter })) }
        : { domains: [{ domain: first!.domain, weight: 2 * first!.weight }] },
    )
    if (advised) {
      places.recommendation = by(advised, ({ predictedAfter }) => predictedAfter)
      const row = result.options!.rows.find(({ names }) => names.includes('recommended'))!
      places.options = by(row.domains, ({ predicted }) => predicted)
      places.export = await exported('after')
      Object.assign(
        places,
        { 'lever weights': (await levers(({ predictedThen }) => predictedThen))['lever weights']! },
        await planned(({ predictedAfter }) => predictedAfter),
      )
    }
    expectOneAnswer(places)
  })

  /** What the sliders answer, after the twin has played the question where it can. */
  async function askedFor(whatIf: object): Promise<Places> {
    const ended = await played({ kind: 'what-if', analysisId: analysis.id, whatIf })
    const asked = { params: { id: analysis.id }, body: whatIf }
    const forecast = contract.Forecast.parse((await client.call(contract.askForecast, asked)).body)
    const places = { 'what-if': by(forecast.domains, ({ then }) => then) }
    if (!ended) return places
    expect(forecast.state).toBe('final')
    const { changes } = contract.TwinRun.parse(ended).result!
    return { ...places, 'what-if, played': by(changes, ({ predictedThen }) => predictedThen) }
  }

  /** The headroom at the analysed load. */
  async function playedUnderOtherLoads(): Promise<Places> {
    const ended = await played({ kind: 'headroom', analysisId: analysis.id })
    if (!ended) return {}
    const headroom = by(contract.HeadroomRun.parse(ended).result!.headroom, ({ points }) => {
      const { loadFactor: _, ...now } = points.find(({ loadFactor }) => loadFactor === 1)!
      return now
    })
    return { headroom }
  }

  /** The ended run; null where the twin cannot play this recording, and the API says so. */
  async function played(question: object): Promise<unknown> {
    const started = await client.call(contract.startRun, { body: { question, replications: 5 } })
    expect(started.status).toBe(result.twin.state === 'done' ? 202 : 422)
    if (started.status === 422) return null
    await waitForJob(client.api.deps, started.body.job.id)
    const params = { id: started.body.run.id }
    return (await client.call(contract.getRun, { params })).body
  }

  /** The levers are compared by themselves where the verdict is not OK. */
  async function levers(
    of: (row: contract.Lever['domains'][number]) => contract.Prediction | null,
  ): Promise<Places> {
    const query = { kind: 'levers', analysisId: analysis.id }
    const { data } = (await client.call(contract.listRuns, { query })).body
    if (data.length === 0) return {}
    await waitForJob(client.api.deps, data[0].jobId)
    const params = { id: data[0].id }
    const { result } = contract.LabRun.parse((await client.call(contract.getRun, { params })).body)
    const { ranked } = result!.levers!
    return Object.fromEntries(
      ranked.map(({ variantId, domains }) => [`lever ${variantId}`, by(domains, of)]),
    )
  }

  async function planned(
    of: (change: contract.PlanChange) => contract.Prediction | null,
  ): Promise<Places> {
    if (result.recommendation?.advice !== 'change') return {}
    const { changes } = await planOf({ analysisId: analysis.id })
    return { plan: by(changes, of) }
  }

  async function planOf(body: object): Promise<contract.Plan> {
    const created = await client.call(contract.createPlan, { body })
    expect(created.status).toBe(202)
    await waitForJob(client.api.deps, created.body.job.id)
    const params = { id: created.body.plan.id }
    return contract.Plan.parse((await client.call(contract.getPlan, { params })).body)
  }

  async function exported(when: 'before' | 'after'): Promise<Predictions> {
    const params = { id: analysis.id, table: 'recommendation' }
    const query = { format: 'json' }
    const { body } = await client.call(contract.exportAnalysis, { params, query })
    return by(body as (Record<string, number> & { domain: string })[], (row) => ({
      ms: row[`predicted_${when}_ms`]!,
      lowMs: row[`predicted_${when}_low_ms`]!,
      highMs: row[`predicted_${when}_high_ms`]!,
    }))
  }
})

/** Uploads the recording for a host of its own and asks for more than it gives. */
async function analyse(directory: string): Promise<contract.Analysis> {
  const name = directory.slice(-64) // a recording may be there twice, under one name
  const { id: hostId } = await client.api.deps.db.host.create({ data: { name } })
  const upload = await client.upload(recordingFiles(directory), { hostId })
  await answerStart(upload, directory)
  const params = { id: upload.id }
  const { jobId } = (await client.call(contract.getMeasurements, { params })).body
  if (jobId) await waitForJob(client.api.deps, jobId)
  const measured = (await client.call(contract.getMeasurements, { params })).body
  const [first] = contract.Measurements.parse(measured).domains
  const targets = [
    { domain: first!.domain, responseTimeMs: WANTED * first!.p95Ms!, throughputPerSecond: null },
  ]
  const options = { stepShare: 0.1 } // a quarter of the allocations for the twin to play
  const body = { hostId, uploadIds: [upload.id], targets, options }
  return contract.Analysis.parse(await client.analyse(body))
}

/** A trace without a clock begins when its load suggests or, failing that, with the recording. */
async function answerStart(upload: contract.Upload, directory: string): Promise<void> {
  for (const { id, questions } of upload.sources) {
    const question = questions.find((each) => each.id === 'start-time')
    if (!question) continue
    const suggested = question.candidates[0]?.value
    const startedAt = suggested ?? new Date(startEpochOf(directory) * 1000).toISOString()
    const params = { id: upload.id, sourceId: id }
    await client.call(contract.updateSource, { params, body: { settings: { startedAt } } })
  }
}

function startEpochOf(directory: string): number {
  const stated = readFileSync(path.join(directory, 'recording.json'), 'utf8')
  return JSON.parse(stated).startEpoch
}

function by<Row extends { domain: string }>(
  rows: readonly Row[],
  of: (row: Row) => contract.Prediction | null,
): Predictions {
  return Object.fromEntries(rows.map((row) => [row.domain, of(row)]))
}

/** No place differs from the first by more than the last digits of a sum in another order. */
function expectOneAnswer(places: Places): void {
  const [reference] = Object.values(places)
  for (const [place, predictions] of Object.entries(places)) {
    for (const [domain, prediction] of Object.entries(reference!)) {
      expect([place, domain, predictions[domain]]).toEqual([place, domain, rounded(prediction)])
    }
  }
}

function rounded(prediction: contract.Prediction | null) {
  if (!prediction) return null
  const { ms, lowMs, highMs } = prediction
  return {
    ms: expect.closeTo(ms, 6),
    lowMs: expect.closeTo(lowMs, 6),
    highMs: expect.closeTo(highMs, 6),
  }
}
