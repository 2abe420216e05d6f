import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileStatically } from './compile-statically.ts'
import { clockPair, startEpoch } from './run-facts.ts'

const hasCompiler = spawnSync('gcc', ['--version']).status === 0

describe.runIf(hasCompiler)('replay.c', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'replay-test-'))
  const asked: string[] = []
  /** The first request is answered last, so a client that waits for it never sends the others. */
  let first: http.ServerResponse | null = null
  const server = http.createServer((request, response) => {
    asked.push(`${request.headers.host}${request.url}`)
    if (asked.length === 1) first = response
    else response.end()
    if (asked.length === 3) first!.end()
  })

  beforeAll(async () => {
    const program = compileStatically(path.join(import.meta.dirname, 'domain-0/replay.c'))
    writeFileSync(path.join(folder, 'replay'), program, { mode: 0o755 })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => {
    server.close()
    rmSync(folder, { recursive: true })
  })

  async function replayed(plan: string) {
    writeFileSync(path.join(folder, 'plan'), plan)
    const program = path.join(folder, 'replay')
    const { stdout } = await promisify(execFile)(program, [path.join(folder, 'plan'), folder])
    const timesOf = (name: string) => {
      const [header, ...lines] = readFileSync(path.join(folder, `${name}.csv`), 'utf8')
        .trim()
        .split('\n')
      const columns = header!.split(',')
      return lines.map((line) => {
        const cells = line.split(',')
        return Object.fromEntries(columns.map((column, index) => [column, cells[index]!]))
      })
    }
    return { stdout, timesOf }
  }

  test('sends requests in the planned order without waiting and records how long each took', async () => {
    const { port } = server.address() as AddressInfo
    const { stdout, timesOf } = await replayed(
      [
        `site 0 slow 127.0.0.1 ${port} /a`,
        `site 1 quick 127.0.0.1 ${port} /b`,
        'at 0.05 0 1',
        'at 0.1 1 1',
        'at 0.15 1 2',
      ].join('\n'),
    )
    expect(asked).toEqual(['slow/a', 'quick/b', 'quick/b'])
    const [slow] = timesOf('slow')
    const quick = timesOf('quick')
    // The first request is at 0.05 s and the last at 0.15 s, apart from a late start of the first.
    const lateBy = Number(slow!.start_epoch) - startEpoch(stdout) - 0.05
    expect(Number(slow!.resp_s)).toBeGreaterThanOrEqual(0.1 - lateBy - 1e-5)
    expect(quick.map(({ phase, seq, sched_s, status }) => [phase, seq, sched_s, status])).toEqual([
      ['1', '0', '0.100000', '200'],
      ['2', '1', '0.150000', '200'],
    ])
    const start = startEpoch(stdout)
    for (const { sched_s, start_epoch } of [slow!, ...quick]) {
      expect(Number(start_epoch)).toBeGreaterThanOrEqual(start + Number(sched_s) - 1e-6)
    }
  })

  test('records unanswered requests and continues', async () => {
    const { timesOf } = await replayed('site 0 gone 127.0.0.1 1 /\nat 0 0 1\nat 0.01 0 1\n')
    expect(timesOf('gone').map(({ status, error }) => [status, error])).toEqual([
      ['0', 'Connection refused'],
      ['0', 'Connection refused'],
    ])
  })

  test('prints one moment by both clocks', async () => {
    const pair = clockPair((await replayed('')).stdout)
    expect(pair.tsc).toBeGreaterThan(0n)
    expect(Math.abs(pair.epochSeconds - Date.now() / 1000)).toBeLessThan(3600)
  })
})
