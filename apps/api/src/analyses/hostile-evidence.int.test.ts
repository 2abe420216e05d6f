import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type SentFile,
  sampleFiles,
  startUploadClient,
  type UploadClient,
} from '../uploads/testing/upload-client.ts'

// Recordings from which nobody could tell how a host does, each the sample with something amiss.
// All of them meet the targets, as far as one can see.

const whole = sampleFiles('paper-table3-equal')
/** The host is 91 % busy in its last phases, which are 90 s long. */
const LAST_PHASES_SECONDS = 90
const BUSIER = 1.09

let client: UploadClient
let hostId: string
let complete: contract.Analysis
beforeAll(async () => {
  client = await startUploadClient()
  hostId = (await client.api.deps.db.host.create({ data: { name: 'xen1' } })).id
  complete = await analyse(whole)
  expect(complete).toMatchObject({ verdict: 'meets' })
})
afterAll(() => client.close())

async function analyse(
  files: readonly SentFile[],
  options: Partial<contract.AnalysisOptions> = {},
): Promise<contract.Analysis> {
  const upload = await client.upload(files, { hostId })
  const targets = ['vm1', 'vm2', 'vm3'].map((domain) => ({
    domain,
    responseTimeMs: 5_000,
    throughputPerSecond: null,
  }))
  const fewer = { stepShare: 0.1 } // a quarter of the allocations for the twin to play
  const body = { hostId, uploadIds: [upload.id], targets, options: { ...fewer, ...options } }
  return contract.Analysis.parse(await client.analyse(body))
}

const without = (wanted: RegExp) => whole.filter(({ name }) => !wanted.test(name))

/** Changes the text of the files whose name matches. */
const changed = (matching: RegExp, change: (text: string) => string) =>
  whole.map((file) =>
    matching.test(file.name) ? { ...file, content: change(file.content.toString()) } : file,
  )

/** The last seconds of the recording. */
function since(seconds: number) {
  const { to } = complete.result!.range
  return { from: new Date(Date.parse(to) - seconds * 1_000).toISOString(), to }
}

interface Case {
  what: string
  asked(): Promise<contract.Analysis>
  /** The code of what it lacks above all. */
  lacks: string
}

const cases: Case[] = [
  {
    what: 'one log of three',
    asked: () => analyse(without(/vm[23]\.(csv|log)/)),
    lacks: 'domains-without-log',
  },
  {
    what: 'half a minute',
    asked: () => analyse(whole, { range: since(30) }),
    lacks: 'short',
  },
  {
    what: 'no CPU trace',
    asked: () => analyse(without(/xenmon|xentop/)),
    lacks: 'no-cpu-trace',
  },
  {
    what: 'a CPU trace of another day',
    asked: () => analyse(ofAnotherDay().filter(({ name }) => !name.startsWith('xentop'))),
    lacks: 'trace-of-another-time',
  },
  {
    what: 'a host at 99 %',
    asked: () => analyse(busierTrace(), { range: since(LAST_PHASES_SECONDS) }),
    lacks: 'host-full',
  },
]

function ofAnotherDay(): SentFile[] {
  return changed(/recording\.json/, (text) => {
    const recording = JSON.parse(text)
    recording.xenmonStartEpochHost += 86_400
    return JSON.stringify(recording)
  })
}

/** The CPU time and its percentage are the fourth and fifth column of xenmon's logs. */
function busierTrace(): SentFile[] {
  const busier = (start: string) => {
    const [passed, cpu, domain, time, percent] = start.split(' ')
    return [passed, cpu, domain, Number(time) * BUSIER, Number(percent) * BUSIER].join(' ')
  }
  return changed(/xenmon\/log-dom/, (text) => text.replaceAll(/^\S+ \d \d \S+ \S+/gm, busier))
}

describe.each(cases)('$what', ({ asked, lacks }) => {
  it('gets no verdict and no weights, says what is missing, and leaves the host’s verdict alone', async () => {
    const analysis = await asked()
    expect(analysis).toMatchObject({ verdict: 'not-enough-evidence', grade: 'not-enough' })
    const { evidence, recommendation } = analysis.result!
    expect(evidence.lacks.map(({ code }) => code)).toContain(lacks)
    expect(evidence.remedy).toMatch(/^To raise the grade, /)
    expect(recommendation).toBeNull()
    const plan = await client.call(contract.createPlan, { body: { analysisId: analysis.id } })
    expect([plan.status, plan.body.code]).toEqual([422, 'nothing-recommended'])
    const { body } = await client.call(contract.getHost, { params: { id: hostId } })
    expect(body).toMatchObject({ verdict: 'meets', latestAnalysis: { id: complete.id } })
  })
})
