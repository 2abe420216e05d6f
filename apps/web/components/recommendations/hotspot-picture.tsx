import type { Hotspot } from '@steelyard/contract'
import { formatCounted, formatMs, formatTargetMs } from '@steelyard/contract/format'
import { cx } from '../../lib/cx.ts'
import { formatClock } from '../../lib/format/dates.ts'
import { hotspotPlaces } from './hotspot-places.ts'

/** More times than that would run into each other on a phone. */
const MOST_TIMES = 4

const percent = (fraction: number) => `${fraction * 100}%`

/** The windows on which a hotspot opened, its target, and what was foretold for the next window. */
export function HotspotPicture({ hotspot }: { hotspot: Hotspot }) {
  const { windows, target, forecast } = hotspotPlaces(hotspot)
  const targetMs = hotspot.windows.at(-1)?.targetMs ?? null
  const line = [...windows, forecast].map(({ x, y }) => `${x * 100},${(1 - y) * 100}`).join(' ')
  return (
    <figure className="min-w-0">
      <div
        role="img"
        aria-label={pictureWords(hotspot)}
        className="relative h-28 overflow-hidden rounded-lg bg-sunken"
      >
        <div
          className="absolute inset-x-0 border-t border-dashed border-line-strong"
          style={{ bottom: percent(target) }}
        />
        <svg
          aria-hidden
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="absolute inset-0 size-full text-ink-faint"
        >
          <polyline
            points={line}
            fill="none"
            stroke="currentColor"
            strokeWidth={1.5}
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <div
          className="absolute w-0.5 -translate-x-1/2 bg-warn"
          style={{
            left: percent(forecast.x),
            bottom: percent(Math.max(0, forecast.low)),
            height: percent(forecast.high - Math.max(0, forecast.low)),
          }}
        />
        {windows.map(({ x, y, missed }, index) => (
          <span
            key={index}
            className={cx(
              'absolute size-2.5 -translate-x-1/2 translate-y-1/2 outline-2 outline-sunken',
              // A square is over the target, also for whoever sees no red.
              missed ? 'bg-danger' : 'rounded-full bg-ok',
            )}
            style={{ left: percent(x), bottom: percent(y) }}
          />
        ))}
        {windows.length > MOST_TIMES
          ? null
          : [...windows, forecast].map(({ x, y }, index) => (
              <span
                key={index}
                className="absolute -translate-x-1/2 bg-sunken px-0.5 text-xs leading-4 whitespace-nowrap text-ink-soft tabular"
                // On the side of its mark where there is room.
                style={{
                  left: percent(x),
                  bottom: `calc(${percent(y)} + ${y > 0.5 ? '-1.6rem' : '0.5rem'})`,
                }}
              >
                {formatMs((hotspot.windows[index] ?? hotspot.forecast).responseTimeMs)}
              </span>
            ))}
        <span
          className="absolute size-3 -translate-x-1/2 translate-y-1/2 rounded-full border-2 border-warn bg-surface"
          style={{ left: percent(forecast.x), bottom: percent(forecast.y) }}
        />
      </div>
      <figcaption className="mt-1.5 flex flex-wrap justify-between gap-x-4 text-xs text-ink-faint tabular">
        <span>{formatClock(hotspot.windows[0]?.at)}</span>
        <span className="flex flex-wrap gap-x-3">
          <Key
            mark="w-4 border-t border-dashed border-line-strong"
            words={`target ${formatTargetMs(targetMs)}`}
          />
          <Key mark="size-2 bg-danger" words="missed" />
          <Key mark="size-2 rounded-full bg-ok" words="kept" />
          <Key mark="size-2.5 rounded-full border-2 border-warn" words="predicted" />
        </span>
      </figcaption>
    </figure>
  )
}

function Key({ mark, words }: { mark: string; words: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <span aria-hidden className={mark} />
      {words}
    </span>
  )
}

function pictureWords({ domain, windows, missed, forecast }: Hotspot): string {
  const times = windows.map(({ responseTimeMs }) => formatMs(responseTimeMs)).join(', ')
  return `${domain} in ${formatCounted(windows.length, 'minute')}: ${times}; ${missed} over the target. Foretold for the next: ${formatMs(forecast.responseTimeMs)}.`
}
