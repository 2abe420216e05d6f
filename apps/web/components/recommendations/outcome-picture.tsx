import type { Outcome, OutcomeDomain, Prediction } from '@steelyard/contract'
import { formatMs, formatPrediction, formatTargetMs } from '@steelyard/contract/format'
import { cx } from '../../lib/cx.ts'

const percent = (fraction: number) => `${Math.min(1, Math.max(0, fraction)) * 100}%`

const kinds = [
  { name: 'foretold', words: 'Predicted', mark: 'bg-line-strong' },
  { name: 'underThisLoad', words: 'Under this load', mark: 'bg-accent' },
  { name: 'leftAlone', words: 'Left alone', mark: 'bg-warn' },
] as const

/** For each domain what was foretold, as intervals, beside what was measured. */
export function OutcomePicture({ domains }: Pick<Outcome, 'domains'>) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {domains.map((domain) => (
        <figure key={domain.domain} className="min-w-0">
          <figcaption className="mb-1.5 flex flex-wrap justify-between gap-x-3 text-sm">
            <span className="font-medium [overflow-wrap:anywhere]">{domain.domain}</span>
            <span className="text-ink-faint">
              {domain.targetMs === null ? 'no target' : `target ${formatTargetMs(domain.targetMs)}`}
            </span>
          </figcaption>
          <DomainIntervals domain={domain} />
        </figure>
      ))}
    </div>
  )
}

function DomainIntervals({ domain }: { domain: OutcomeDomain }) {
  const top = topOf(domain)
  return (
    <div role="img" aria-label={intervalWords(domain)} className="space-y-1">
      {kinds.map(({ name, words, mark }) => (
        <Line key={name} words={words} targetAt={targetAt(domain, top)}>
          {domain[name] ? <Interval prediction={domain[name]} top={top} mark={mark} /> : null}
        </Line>
      ))}
      <Line words="Measured" strong targetAt={targetAt(domain, top)}>
        {domain.measuredMs === null ? null : (
          <span
            className="absolute inset-y-0.5 left-0 rounded-sm bg-ink"
            style={{ width: percent(domain.measuredMs / top) }}
          />
        )}
      </Line>
    </div>
  )
}

function Line({
  words,
  strong = false,
  targetAt: at,
  children,
}: {
  words: string
  strong?: boolean
  targetAt: string | null
  children: React.ReactNode
}) {
  return (
    <div className="grid grid-cols-[7.5rem_minmax(0,1fr)] items-center gap-2 text-xs">
      <span className={cx('truncate', strong ? 'font-medium text-ink' : 'text-ink-soft')}>
        {words}
      </span>
      <span className="relative h-4 rounded-sm bg-sunken">
        {at ? (
          <span
            className="absolute inset-y-0 border-l border-dashed border-line-strong"
            style={{ left: at }}
          />
        ) : null}
        {children}
      </span>
    </div>
  )
}

/** The 90 % interval, with a notch at the prediction itself. */
function Interval({
  prediction: { ms, lowMs, highMs },
  top,
  mark,
}: {
  prediction: Prediction
  top: number
  mark: string
}) {
  return (
    <>
      <span
        className={cx('absolute inset-y-1 rounded-sm opacity-70', mark)}
        style={{ left: percent(lowMs / top), width: percent((highMs - lowMs) / top) }}
      />
      <span
        className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-ink"
        style={{ left: percent(ms / top) }}
      />
    </>
  )
}

/** The end of the scale, a little beyond the largest of what is shown. */
function topOf({ foretold, underThisLoad, leftAlone, measuredMs, targetMs }: OutcomeDomain) {
  const shown = [foretold?.highMs, underThisLoad?.highMs, leftAlone?.highMs, measuredMs, targetMs]
  return 1.05 * Math.max(1, ...shown.map((value) => value ?? 0))
}

function targetAt({ targetMs }: OutcomeDomain, top: number): string | null {
  return targetMs === null ? null : percent(targetMs / top)
}

function intervalWords(domain: OutcomeDomain): string {
  const foretold = kinds.map(
    ({ name, words }) => `${words.toLowerCase()} ${formatPrediction(domain[name])}`,
  )
  return `${domain.domain}: ${foretold.join('; ')}; measured ${formatMs(domain.measuredMs)}.`
}
