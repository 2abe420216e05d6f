import { createReadStream, readFileSync, statSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import * as contract from '@steelyard/contract'
import type { Product } from './start-product.ts'

export const PASSWORD = 'brisk copper lantern dune'

/**
 * Creates the administrator by the one-time link and a token; returns a caller of the API, and the
 * cookie of the session.
 */
export async function signUp({ apiPort, setupUrl }: Product) {
  const base = `http://127.0.0.1:${apiPort}/api/v1`
  const token = contract.tokenOfLink(setupUrl!)
  const body = { token, email: 'bench@example.org', name: 'Bench', password: PASSWORD }
  const setup = await fetch(`${base}/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!setup.ok) throw new Error(`the set-up was refused: ${await setup.text()}`)
  const cookie = setup.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  // That scope must be the only one of its token.
  const scopes = contract.Permission.options.filter((scope) => scope !== 'load-balancer')
  const callInSession = contract.createClient(base, fetch, { cookie })
  const { secret } = await callInSession(contract.createToken, { body: { name: 'bench', scopes } })
  const authorization = `Bearer ${secret}`
  const call = contract.createClient(base, fetch, { authorization })
  return { base, authorization, cookie, call, callInSession }
}

export type Caller = Omit<Awaited<ReturnType<typeof signUp>>, 'cookie'>

/** One file over tus: creation, then all bytes in one streamed request. */
export async function sendFile(caller: Caller, uploadId: string, file: string): Promise<void> {
  const headers = { authorization: caller.authorization, 'tus-resumable': '1.0.0' }
  const size = statSync(file).size
  const name = Buffer.from(path.basename(file)).toString('base64')
  const begun = await fetch(`${caller.base}/uploads/${uploadId}/files`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(size), 'upload-metadata': `filename ${name}` },
  })
  if (begun.status !== 201) throw new Error(`the file was refused: ${await begun.text()}`)
  const location = new URL(begun.headers.get('location')!, caller.base)
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const request = http.request(
      location,
      {
        method: 'PATCH',
        headers: {
          ...headers,
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
          'content-length': size,
        },
      },
      resolve,
    )
    request.once('error', reject)
    pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), request).catch(reject)
  })
  answer.resume()
  if (answer.statusCode !== 204) throw new Error(`the file was refused: ${answer.statusCode}`)
}

/** Waits until a job has succeeded. */
export async function waitForJob({ call }: Caller, id: string): Promise<void> {
  for (;;) {
    const { state, error } = await call(contract.getJob, { params: { id } })
    if (state === 'succeeded') return
    if (state === 'failed' || state === 'cancelled') throw new Error(error?.message ?? state)
    await sleep(100)
  }
}

/** Logs that end in a bare number count microseconds, as Apache's %D does. */
export async function answerDurationUnits({ call }: Caller, uploadId: string): Promise<void> {
  const { openQuestions } = await call(contract.getUpload, { params: { id: uploadId } })
  for (const { sourceId, questionId } of openQuestions) {
    if (questionId !== 'duration-unit') continue
    await call(contract.updateSource, {
      params: { id: uploadId, sourceId },
      body: { settings: { durationUnit: 'us' } },
    })
  }
}

/** Peak resident memory of a process so far, from the kernel's own account (Linux). */
export function peakResidentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024
}

/** Process ids of the product's services, by the name of their entry points. */
export function servicePids(launcherPid: number): Record<'api' | 'worker' | 'agent', number> {
  const children = readFileSync(`/proc/${launcherPid}/task/${launcherPid}/children`, 'utf8')
  const find = (entry: string) => {
    const pid = children
      .trim()
      .split(/\s+/)
      .find((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes(entry))
    if (!pid) throw new Error(`no process runs ${entry}`)
    return Number(pid)
  }
  return { api: find('main-api.ts'), worker: find('main-worker.ts'), agent: find('main-agent.ts') }
}
