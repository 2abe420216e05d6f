import { cx } from '../../lib/cx.ts'

export const WHAT_IT_DOES =
  'Steelyard finds the CPU weights with which every guest answers within its target, and says who pays for them.'

/** What Steelyard is for: a sentence, and a picture of the same. */
export function WhatItDoes({ className }: { className?: string }) {
  return (
    <div className={cx('flex flex-wrap items-center gap-x-6 gap-y-3', className)}>
      <Picture />
      <p className="min-w-0 flex-1 basis-56 text-ink-soft">{WHAT_IT_DOES}</p>
    </div>
  )
}

const ALT =
  'Three guests share a CPU. With equal shares the first guest takes longer than its target. With a larger share for it, taken from the second, all three are within their targets.'

/** Before and after: the shares of the CPU as a bar, and each guest's time against its target. */
function Picture() {
  return (
    <svg
      role="img"
      aria-label={ALT}
      viewBox="0 0 232 76"
      className="h-auto w-58 max-w-full shrink-0"
      fill="none"
    >
      <title>{ALT}</title>
      <Half x={0} shares={[30, 30, 30]} times={[46, 18, 10]} />
      <path d="M104 38h20m-6-6 6 6-6 6" stroke="var(--ink-faint)" strokeWidth="2" />
      <Half x={136} shares={[44, 16, 30]} times={[24, 28, 10]} />
    </svg>
  )
}

const fills = ['var(--accent)', 'var(--line-strong)', 'var(--ink-faint)']
const TARGET = 34

function Half({ x, shares, times }: { x: number; shares: number[]; times: number[] }) {
  return (
    <g transform={`translate(${x} 0)`}>
      {shares.map((share, guest) => (
        <rect
          key={fills[guest]}
          x={shares.slice(0, guest).reduce((sum, each) => sum + each + 2, 0)}
          y={2}
          width={share}
          height={14}
          rx={3}
          fill={fills[guest]}
        />
      ))}
      {times.map((time, guest) => (
        <g key={fills[guest]}>
          <path
            d={`M1 ${32 + guest * 17}h${time}`}
            stroke={time > TARGET ? 'var(--danger)' : 'var(--ok)'}
            strokeWidth="8"
          />
          {time > TARGET ? null : (
            <path
              d={`m${Math.max(time, TARGET) + 8} ${32 + guest * 17} 4 4 7-8`}
              stroke="var(--ok)"
              strokeWidth="2.2"
            />
          )}
        </g>
      ))}
      <path d={`M${TARGET} 24v50`} stroke="var(--ink)" strokeWidth="1.5" strokeDasharray="4 3" />
    </g>
  )
}
