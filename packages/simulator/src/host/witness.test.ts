import { describe, expect, test } from 'vitest'
import { drawnRun } from '../drawn-hosts.fixture.ts'
import { simulate } from '../engine/simulate.ts'
import type { PlayedRequest, PlayedSpan } from './witness.ts'

const SEEDS = Array.from({ length: 25 }, (_, seed) => seed)

function observe(seed: number) {
  const { config, options } = drawnRun(seed)
  const spans: PlayedSpan[] = []
  const requests: PlayedRequest[] = []
  // Without a warm-up the result is of the whole run, as the observer's view is.
  const whole = { ...options, warmupSeconds: 0, drainSeconds: 0 }
  const result = simulate(config, whole, {
    onSpan: (span) => spans.push(span),
    onRequest: (request) => requests.push(request),
  })
  return { config, whole, result, spans, requests }
}

const lengthOf = ({ fromSeconds, toSeconds }: PlayedSpan) => toSeconds - fromSeconds
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

describe('the observer of a run', () => {
  test('sees each domain in each state for as long as the result says', () => {
    for (const { result, spans } of SEEDS.map(observe))
      for (const { name, stateSeconds } of result.domains) {
        const own = spans.filter(({ domain }) => domain === name)
        for (const [state, seconds] of Object.entries(stateSeconds))
          expect(sum(own.filter((span) => span.state === state).map(lengthOf))).toBeCloseTo(
            seconds,
            6,
          )
      }
  })

  test('sees each pCPU run one vCPU at a time, and as long as it was busy', () => {
    for (const { result, spans } of SEEDS.map(observe))
      for (const [pCpu, { busySeconds }] of result.pCpus.entries()) {
        const ran = spans
          .filter((span) => span.pCpu === pCpu)
          .sort((a, b) => a.fromSeconds - b.fromSeconds)
        expect(
          ran.slice(1).filter(({ fromSeconds }, i) => fromSeconds < ran[i]!.toSeconds),
        ).toEqual([])
        expect(sum(ran.map(lengthOf))).toBeCloseTo(busySeconds, 6)
      }
  })

  test('sees each vCPU from the start to the end without a gap', () => {
    for (const { whole, spans } of SEEDS.map(observe)) {
      const vCpus = new Set(spans.map(({ domain, vCpu }) => `${domain} ${vCpu}`))
      for (const one of vCpus) {
        const own = spans.filter(({ domain, vCpu }) => `${domain} ${vCpu}` === one)
        expect(own[0]!.fromSeconds).toBe(0)
        expect(own.at(-1)!.toSeconds).toBe(whole.horizonSeconds)
        expect(
          own.slice(1).filter(({ fromSeconds }, i) => fromSeconds !== own[i]!.toSeconds),
        ).toEqual([])
      }
    }
  })

  test('sees the requests that the result counts, and the times that it reports', () => {
    for (const { result, requests } of SEEDS.map(observe))
      for (const { name, requests: reported } of result.domains) {
        const own = requests.filter(({ domain }) => domain === name)
        expect(own).toHaveLength(reported?.answered ?? 0)
        if (own.length === 0) continue
        const times = own.map(({ startSeconds, endSeconds }) => endSeconds - startSeconds)
        expect(sum(times) / times.length).toBeCloseTo(reported!.responseTime.mean!, 6)
      }
  })

  test('changes nothing', () => {
    for (const { config, whole, result } of SEEDS.map(observe))
      expect(result).toEqual(simulate(config, whole))
  })
})
