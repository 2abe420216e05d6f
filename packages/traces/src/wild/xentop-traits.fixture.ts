import * as fc from 'fast-check'
import { expect } from 'vitest'
import { TraceError } from '../trace-error.ts'
import { cpuOf, readAsUploaded } from './read-upload.fixture.ts'

const START = Date.UTC(2026, 10, 20, 9) / 1000
const SECONDS = 240
const DOMAINS = ['Domain-0', 'web1', 'db server 2']
const HEADER = '      NAME  STATE   CPU(sec) CPU(%)     MEM(k) MEM(%)  MAXMEM(k) MAXMEM(%) VCPUS'

/** CPU time of each domain in each second, in per cent. */
const PERCENT = DOMAINS.map((_, d) =>
  Array.from({ length: SECONDS + 1 }, (_, s) =>
    s === 0 ? 0 : [14, 96, 35][d]! + 10 * Math.sin((s + 20 * d) / (7 + d)),
  ),
)
const MEAN = PERCENT.map((all) => all.reduce((sum, each) => sum + each, 0) / SECONDS / 100)

/** How a run of xentop may come. */
export interface XentopTraits {
  headers: 'each-sample' | 'each-domain' | 'first-sample' | 'none'
  clock: 'none' | 'epochs' | 'ts' | 'dates' | 'summary' | 'first-date'
  /** Seconds between two samples, and what the operator answers where it is asked. */
  step: number
  answer: number
  encoding: 'utf8' | 'utf16le'
  lineEnd: '\n' | '\r\n'
  isColoured: boolean
  /** Another table after each sample. */
  pCpuTable: boolean
  /** Some samples in the middle are missing. */
  gap: boolean
}

export const xentopTraits: fc.Arbitrary<XentopTraits> = fc.record({
  headers: fc.constantFrom('each-sample', 'each-domain', 'first-sample', 'none'),
  clock: fc.constantFrom('none', 'epochs', 'ts', 'dates', 'summary', 'first-date'),
  step: fc.constantFrom(1, 2, 3, 10),
  answer: fc.constantFrom(1, 2, 3, 10),
  encoding: fc.constantFrom('utf8', 'utf16le'),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  isColoured: fc.boolean(),
  pCpuTable: fc.boolean(),
  gap: fc.boolean(),
})

function samplesOf(traits: XentopTraits): string[][] {
  const { step, gap } = traits
  const used = DOMAINS.map(() => 5000)
  const samples: string[][] = []
  for (let at = 0; at <= SECONDS; at += step) {
    const rows = DOMAINS.map((name, d) => {
      const own = PERCENT[d]!.slice(at - step + 1, at + 1)
      const percent = at === 0 ? 0 : own.reduce((sum, each) => sum + each, 0) / step
      used[d]! += (percent / 100) * step
      return `${name.padStart(12)} --b--- ${String(Math.floor(used[d]!)).padStart(10)} ${percent.toFixed(1)} 4194304 12.5 no limit n/a 2`
    })
    const isMissing = gap && at > 100 && at <= 160
    if (!isMissing) samples.push(sampleAt(rows, at, traits))
  }
  return samples
}

function sampleAt(rows: readonly string[], at: number, traits: XentopTraits): string[] {
  const { headers, clock, pCpuTable } = traits
  const iso = new Date((START + at) * 1000).toISOString()
  const table = pCpuTable ? ['Physical CPU Usage:', 'CPU0  12.1  3.0', 'CPU1  10.0  2.0'] : []
  const hasHeader = headers === 'each-sample' || (headers === 'first-sample' && at === 0)
  const lines = rows.flatMap((row, i) =>
    headers === 'each-domain' || (hasHeader && i === 0) ? [HEADER, row] : [row],
  )
  const all = [...lines, ...table]
  switch (clock) {
    case 'epochs':
      return all.map((line) => `${START + at} ${line}`)
    case 'ts':
      return all.map((line) => `Nov 20 ${iso.slice(11, 19)} ${line}`)
    case 'dates':
      return [`Fri Nov 20 ${iso.slice(11, 19)} UTC 2026`, ...all]
    case 'first-date':
      return at === 0 ? [`Fri Nov 20 ${iso.slice(11, 19)} UTC 2026`, ...all] : all
    case 'summary':
      return [`xentop - ${iso.slice(11, 19)}   Xen 4.17.7`, ...all]
    default:
      return all
  }
}

function encoded(traits: XentopTraits): Buffer {
  const lines = samplesOf(traits)
    .flat()
    .map((line) => (traits.isColoured ? `\u001b[1m${line}\u001b[0m` : line))
  const text = `${lines.join(traits.lineEnd)}${traits.lineEnd}`
  return traits.encoding === 'utf16le' ? Buffer.from(`\ufeff${text}`, 'utf16le') : Buffer.from(text)
}

/** The numbers are those of the truth, whatever was answered; or the refusal says what to do. */
export async function checkXentop(traits: XentopTraits): Promise<void> {
  const answers = { startEpochSeconds: START, intervalSeconds: traits.answer }
  const { set } = await readAsUploaded('xentop.log', encoded(traits), answers).catch((error) => {
    if (!(error instanceof TraceError) || error.fix === undefined) throw error
    // Only what is missing and has no clock cannot be placed.
    expect(traits.gap).toBe(true)
    return { set: null }
  })
  if (!set) return
  for (const [d, domain] of DOMAINS.entries()) {
    const { pCpus, seconds, from } = cpuOf(set, domain)
    expect(from).toBe(START)
    // CPU(sec) is cut to whole seconds, and it alone corrects a wrong answer.
    expect(Math.abs(pCpus / MEAN[d]! - 1)).toBeLessThan(0.04)
    expect(Math.abs(seconds / SECONDS - 1)).toBeLessThan(0.04)
  }
}
