import { describe, expect, it } from 'vitest'
import { type Answers, NOTHING_ANSWERED } from '../detect/detection.ts'
import { detectSource } from '../detect-source.ts'

const log = (rest: (i: number) => string) =>
  Buffer.from(
    Array.from({ length: 60 }, (_, i) => {
      const second = String(i).padStart(2, '0')
      return `10.0.0.1 - - [20/Nov/2026:09:00:${second} +0000] ${rest(i)}\n`
    }).join(''),
  )
const nginx = log(
  (i) => `"GET /${i} HTTP/1.1" 200 ${900 + i} "-" "curl" "-" rt=0.${100 + i} urt="0.0${10 + i}"`,
)
const detect = (bytes: Buffer, answers: Partial<Answers> = {}) => {
  const member = { path: 'vm1.log', name: 'vm1.log', sizeBytes: bytes.length }
  const detection = detectSource(member as never, bytes, { ...NOTHING_ANSWERED, ...answers })
  if (detection.kind !== 'access-log') throw new Error(detection.kind)
  return detection
}
const tookIn = (bytes: Buffer, answers: Partial<Answers>) =>
  detect(bytes, answers).samples[0]!.fields.find(({ role }) => role === 'duration')?.meaning

describe('a log whose duration is recognised', () => {
  it('can be read with another number, or in another unit, and nothing is asked', () => {
    const { durations, raised } = detect(nginx)
    expect(raised).toEqual([])
    expect(durations!.choices.map(({ label }) => label)).toEqual([
      'rt in seconds',
      'rt in milliseconds',
      'rt in microseconds',
      'urt in seconds',
      'urt in milliseconds',
      'urt in microseconds',
    ])
    const [asFound, inMs, , upstream] = durations!.choices as { value: string }[]
    expect(durations!.chosen).toBe(asFound!.value)
    expect(tookIn(nginx, {})).toBe('took 100 ms')
    expect(tookIn(nginx, { durationUnit: inMs!.value })).toBe('took 100 µs')
    expect(tookIn(nginx, { durationUnit: upstream!.value })).toBe('took 10 ms')
    expect(detect(nginx, { durationUnit: upstream!.value }).durations!.chosen).toBe(upstream!.value)
  })

  it('ignores an answer to another form of the log', () => {
    expect(tookIn(nginx, { durationUnit: 'us' })).toBe('took 100 ms')
  })

  it('in JSON can be read in another unit', () => {
    const json = Buffer.from(
      Array.from(
        { length: 30 },
        (_, i) =>
          `{"time":"2026-11-20T09:00:${i + 10}Z","request_time":0.${i + 10},"status":200,"request":"GET / HTTP/1.1"}\n`,
      ).join(''),
    )
    expect(detect(json).durations!.chosen).toBe('s')
    expect(tookIn(json, {})).toBe('took 100 ms')
    expect(tookIn(json, { durationUnit: 'ms' })).toBe('took 100 µs')
  })
})

describe('a log with an unexplained number', () => {
  const unnamed = log((i) => `"GET / HTTP/1.1" 200 13 "-" "curl" ${200_000 + i}`)

  it('asks, and suggests the unit with a plausible number of requests at once', () => {
    const { raised, durations } = detect(unnamed)
    expect(raised[0]).toMatchObject({ id: 'duration-unit', suggested: 'us' })
    expect(durations!.chosen).toBeNull()
    expect(tookIn(unnamed, {})).toBeUndefined()
  })

  it('keeps its choices once it is answered', () => {
    const { raised, durations } = detect(unnamed, { durationUnit: 'ms' })
    expect(raised).toEqual([])
    expect(durations).toMatchObject({ chosen: 'ms' })
    expect(durations!.choices).toHaveLength(4)
  })
})

it('a pasted format with several durations lets one be chosen', () => {
  const both = log((i) => `"GET / HTTP/1.1" 200 13 ${200_000 + i} 3`)
  const logFormat = '%h %l %u %t "%r" %>s %b %D %T'
  expect(detect(both, { logFormat }).durations).toEqual({
    choices: [
      { value: '%D', label: '%D', meaning: '200000' },
      { value: '%T', label: '%T', meaning: '3' },
    ],
    chosen: '%D',
  })
  expect(tookIn(both, { logFormat })).toBe('took 200 ms')
  expect(tookIn(both, { logFormat, durationUnit: '%T' })).toBe('took 3 s')
})

it('lines with times that are no requests are said to be a log', () => {
  const bytes = Buffer.from(
    Array.from({ length: 30 }, (_, i) => `2026-11-20T09:00:${i + 10}Z job ${i} done\n`).join(''),
  )
  expect(detectSource({ path: 'x' } as never, bytes)).toMatchObject({
    kind: 'unknown',
    isLog: true,
  })
})
