'use client'

import { formatChosen, formatCount } from '@steelyard/contract/format'
import { useMemo, useRef } from 'react'
import type { Region } from '../region.ts'
import { type HeatAxes, heatAxes, type Place, placeOf, regionBetween } from './heat-axes.ts'
import type { Choice } from './heat-card.tsx'
import { heatCells, slowestNear } from './heat-cells.ts'
import { heatWords } from './heat-words.ts'
import { useDrawnCells } from './use-drawn-cells.ts'
import { usePlotPointer } from './use-plot-pointer.ts'

const percent = (part: number) => `${100 * part}%`

/** Requests by start and response time, one colour stronger the more of them a cell holds. */
export function HeatMap({ traced, color, region, selected, picked, onSelect, onPick }: Choice) {
  const { requests } = traced
  const axes = useMemo(() => heatAxes(traced), [traced])
  const cells = useMemo(() => heatCells(requests, axes), [requests, axes])
  const canvas = useRef<HTMLCanvasElement>(null)
  useDrawnCells(canvas, cells)
  const { drawn, handlers } = usePlotPointer({
    onPick(place) {
      const number = slowestNear(cells, place)
      if (number !== null) onPick(number)
    },
    onDraw: (a, b) => onSelect(regionBetween(axes, a, b)),
  })
  const start = requests.startSeconds[picked] ?? 0
  return (
    <figure>
      <div className="relative mt-6 mr-3 mb-12 ml-12">
        <div
          className="relative h-72 cursor-crosshair touch-pan-y bg-sunken select-none"
          {...handlers}
        >
          <Grid axes={axes} />
          <canvas
            ref={canvas}
            role="img"
            aria-label={heatWords(traced, selected.length)}
            className="absolute inset-0 size-full"
            style={{ color }}
          />
          <Frame between={drawn ?? cornersOf(axes, region)} />
          <Ring at={placeOf(axes, start, requests.ms[picked] ?? 0)} />
        </div>
        <Labels axes={axes} />
      </div>
      <figcaption className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-soft">
        <Scale most={Math.max(...cells.map(({ count }) => count))} color={color} />
        <span className="inline-flex items-center gap-2">
          <span aria-hidden className="h-3 w-4 border-2 border-dashed border-ink" />
          selected
        </span>
        <span className="inline-flex items-center gap-2">
          <span aria-hidden className="size-3 rounded-full border-2 border-ink" />
          its life is shown
        </span>
      </figcaption>
    </figure>
  )
}

function cornersOf(axes: HeatAxes, { fromSeconds, toSeconds, fromMs, toMs }: Region) {
  return [placeOf(axes, fromSeconds, fromMs), placeOf(axes, toSeconds, toMs)] as const
}

function Grid({ axes }: { axes: HeatAxes }) {
  return (
    <div aria-hidden>
      {axes.msTicks.map((ms) => (
        <div
          key={ms}
          className="absolute inset-x-0 border-t border-line"
          style={{ bottom: percent(placeOf(axes, axes.fromSeconds, ms).y) }}
        />
      ))}
    </div>
  )
}

function Labels({ axes }: { axes: HeatAxes }) {
  return (
    <div aria-hidden className="text-xs text-ink-faint tabular">
      <span className="absolute bottom-full -left-12 pb-2">Response time, ms</span>
      {axes.msTicks.map((ms) => (
        <span
          key={ms}
          className="absolute right-full translate-y-1/2 pr-1.5"
          style={{ bottom: percent(placeOf(axes, axes.fromSeconds, ms).y) }}
        >
          {formatChosen(ms)}
        </span>
      ))}
      {axes.secondsTicks.map((seconds) => (
        <span
          key={seconds}
          className="absolute top-full -translate-x-1/2 pt-1"
          style={{ left: percent(placeOf(axes, seconds, axes.topMs).x) }}
        >
          {formatChosen(seconds)}
        </span>
      ))}
      <span className="absolute top-full right-0 pt-6">Began at, s of the trace</span>
    </div>
  )
}

function Frame({ between: [a, b] }: { between: readonly [Place, Place] }) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute box-content -translate-x-0.5 translate-y-0.5 border-2 border-dashed border-ink"
      style={{
        left: percent(Math.min(a.x, b.x)),
        bottom: percent(Math.min(a.y, b.y)),
        width: percent(Math.abs(a.x - b.x)),
        height: percent(Math.abs(a.y - b.y)),
      }}
    />
  )
}

function Ring({ at }: { at: Place }) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute size-4 -translate-x-1/2 translate-y-1/2 rounded-full border-2 border-ink outline-2 outline-surface"
      style={{ left: percent(at.x), bottom: percent(at.y) }}
    />
  )
}

function Scale({ most, color }: { most: number; color: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      1
      {most > 1 ? (
        <>
          <span
            aria-hidden
            className="h-3 w-20 outline outline-line"
            style={{
              background: `linear-gradient(to right, color-mix(in srgb, ${color} 20%, transparent), ${color})`,
            }}
          />
          {formatCount(most)} requests in a cell
        </>
      ) : (
        ' request in a cell'
      )}
    </span>
  )
}
