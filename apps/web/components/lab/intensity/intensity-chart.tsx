'use client'

import type { IntensityMap, IntensityPoint } from '@steelyard/contract'
import { formatMs, formatNumber } from '@steelyard/contract/format'
import { ReferenceLine, Scatter } from 'recharts'
import { formatClock } from '../../../lib/format/dates.ts'
import { guestLooks } from '../../charts/palette.ts'
import { Plot } from '../../charts/plot.tsx'
import { valueScale } from '../../charts/value-scale.ts'
import { hiddenOf, lineOf } from './hidden-lines.ts'

const shapes = ['circle', 'diamond', 'triangle', 'square', 'star'] as const

/** Events per second are easier to read than events per millisecond. */
const PER_SECOND = 1000

interface Dot extends IntensityPoint {
  asked: number
  computes: number
}

/** The range of the axis when no window has a request rate. */
const anyTimesPerSecond = [1, 1000]

/**
 * Both axes are logarithmic, so a window without events cannot be drawn. A domain whose events are
 * hidden is drawn as a line.
 */
export function IntensityChart({ map }: { map: IntensityMap }) {
  const { domains, points, thresholds } = map
  const dots = points.flatMap((point): Dot[] =>
    point.creditsPerBoost && point.boostsPerMs
      ? [{ ...point, asked: point.boostsPerMs * PER_SECOND, computes: point.creditsPerBoost / 10 }]
      : [],
  )
  const across = valueScale(
    'log',
    dots.length > 0 ? dots.map(({ asked }) => asked) : anyTimesPerSecond,
    [],
  )
  const hidden = hiddenOf(map)
  const middleAsked = Math.sqrt(across.bottom * across.top)
  const up = valueScale(
    'log',
    [
      ...dots.map(({ computes }) => computes),
      ...hidden.map(({ cpuMsPerSecond }) => cpuMsPerSecond / middleAsked),
    ],
    [],
  )
  const lookOf = guestLooks(domains.map(({ domain }) => domain))
  const middle = thresholds['wake-ups'] ?? thresholds.executions
  const counted = [...new Set(dots.map(({ countedBy }) => countedBy))].join(' or ') || 'events'
  return (
    <Plot<Dot>
      label="CPU time per event over the rate of events, by guest"
      kind="dots"
      height={340}
      grid="both"
      x={{
        of: ({ asked }) => asked,
        scale: 'log',
        from: across.bottom,
        to: across.top,
        ticks: across.ticks,
        title: `${counted} per second`,
      }}
      y={{
        of: ({ computes }) => computes,
        scale: 'log',
        from: up.bottom,
        to: up.top,
        ticks: up.ticks,
        title: 'CPU, ms each',
        width: 56,
      }}
      tip={([dot]) => (dot ? <DotTip dot={dot} /> : null)}
    >
      {middle && middle.boostsPerMs > 0 ? (
        <ReferenceLine
          x={middle.boostsPerMs * PER_SECOND}
          stroke="var(--ink-soft)"
          strokeDasharray="5 3"
        />
      ) : null}
      {middle?.creditsPerBoost ? (
        <ReferenceLine
          y={middle.creditsPerBoost / 10}
          stroke="var(--ink-soft)"
          strokeDasharray="5 3"
        />
      ) : null}
      {hidden.map((each) => {
        const ends = lineOf(each, across, up)
        return ends ? (
          <ReferenceLine
            key={each.domain}
            segment={ends}
            stroke={lookOf(each.domain).color}
            strokeWidth={2}
            strokeDasharray="2 6"
          />
        ) : null
      })}
      {domains.map(({ domain }, index) => (
        <Scatter
          key={domain}
          name={domain}
          data={dots.filter((dot) => dot.domain === domain)}
          fill={lookOf(domain).color}
          shape={shapeAt(index)}
          legendType={shapeAt(index)}
          isAnimationActive={false}
        />
      ))}
    </Plot>
  )
}

function DotTip({ dot }: { dot: Dot }) {
  return (
    <>
      <p className="font-medium">
        {dot.domain} at {formatClock(dot.at)}
      </p>
      <p>
        {formatNumber(dot.asked)} {dot.countedBy} a second
      </p>
      <p>{formatMs(dot.computes)} of CPU each</p>
    </>
  )
}

function shapeAt(index: number) {
  return shapes[index % shapes.length] ?? shapes[0]
}
