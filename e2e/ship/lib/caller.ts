import { createReadStream, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as contract from '@steelyard/contract'
import { z } from 'zod'
import { inRoot } from '../../../scripts/lib/paths.ts'
import type { Stack } from './stack.ts'

export const ADMINISTRATOR = {
  email: 'admin@example.org',
  name: 'Admin',
  password: 'brisk copper lantern dune',
}
const SAMPLE = inRoot('samples/paper-table3-equal')
const TARGETS = [
  { domain: 'vm1', responseTimeMs: 180, throughputPerSecond: null },
  { domain: 'vm2', responseTimeMs: 700, throughputPerSecond: null },
  { domain: 'vm3', responseTimeMs: 100, throughputPerSecond: null },
]

/** The token of the link that the API prints while nobody administers it. */
export async function setupToken(stack: Stack): Promise<string> {
  const [link] = /http\S+\/setup#token=\S+/.exec(await stack.logs('api')) ?? []
  if (!link) throw new Error('The API printed no link for the administrator')
  return contract.tokenOfLink(link)
}

export type Call = ReturnType<typeof contract.createClient>

/** A client of an earlier release, whose answers lack what has come since: nothing checks them. */
export function unchecked(call: Call): Call {
  return ((endpoint, options) => call({ ...endpoint, response: z.unknown() }, options)) as Call
}

export async function signIn(base: string): Promise<{ call: Call; cookie: string }> {
  return withSession(base, '/session', ADMINISTRATOR)
}

export async function setUp(base: string, token: string): Promise<{ call: Call; cookie: string }> {
  return withSession(base, '/setup', { ...ADMINISTRATOR, token })
}

async function withSession(base: string, where: string, body: Record<string, string>) {
  const answer = await fetch(`${base}${where}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${where}: ${answer.status} ${await answer.text()}`)
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  const cookie = cookies.join('; ')
  return { call: contract.createClient(base, fetch, { cookie }), cookie }
}

/** Uploads a sample and starts its analysis, through the gateway. */
export async function beginAnalysis(
  base: string,
  { call, cookie }: { call: Call; cookie: string },
) {
  const host = await call(contract.createHost, { body: { name: `host ${Date.now()}` } })
  const body = { name: 'sample', hostId: host.id }
  const upload = await call(contract.createUpload, { body })
  for (const name of filesIn(SAMPLE)) {
    const file = path.join(SAMPLE, name)
    const answer = await fetch(`${base}/uploads/${upload.id}/files`, {
      method: 'POST',
      headers: {
        cookie,
        'tus-resumable': '1.0.0',
        'upload-length': String(statSync(file).size),
        'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
        'content-type': 'application/offset+octet-stream',
      },
      body: createReadStream(file) as unknown as BodyInit,
      duplex: 'half',
    } as RequestInit)
    if (answer.status !== 201) throw new Error(`${name}: ${await answer.text()}`)
  }
  const inspection = await call(contract.inspectUpload, { params: { id: upload.id } })
  await finished(call, inspection.job.id)
  const { analysis, job } = await analyse(call, { hostId: host.id, uploadId: upload.id })
  return { hostId: host.id, uploadId: upload.id, analysisId: analysis.id, jobId: job.id }
}

function analyse(call: Call, { hostId, uploadId }: { hostId: string; uploadId: string }) {
  const body = { hostId, uploadIds: [uploadId], targets: TARGETS }
  return call(contract.createAnalysis, { body })
}

/** Analyses an upload that is there already, to the end. */
export async function analyseAgain(call: Call, known: { hostId: string; uploadId: string }) {
  const { analysis, job } = await analyse(call, known)
  await finished(call, job.id)
  return call(contract.getAnalysis, { params: { id: analysis.id } })
}

function filesIn(directory: string): string[] {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
    .sort()
}

/** @throws Error when the job did not succeed */
export async function finished(call: Call, id: string): Promise<void> {
  for (;;) {
    const job = await call(contract.getJob, { params: { id } })
    if (job.state === 'succeeded') return
    if (job.finishedAt) throw new Error(`${job.kind} ${job.state}: ${job.error?.message}`)
    await sleep(300)
  }
}
