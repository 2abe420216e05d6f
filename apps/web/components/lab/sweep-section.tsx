import type { LabSweepPoint } from '@steelyard/contract'
import { Card, CardHeader } from '../ui/card.tsx'
import { SweepMap } from './sweep-map.tsx'
import { chanceSentence } from './sweep-words.ts'

/** Other loans: how much is lent at once, and how fast it is repaid. */
export function SweepSection({ points }: { points: readonly LabSweepPoint[] }) {
  const chance = chanceSentence(points)
  return (
    <Card aria-labelledby="sweep">
      <CardHeader
        id="sweep"
        title="Other loans"
        description="Mean response time over all requests ± its 95 % interval; below it the fairness half second by half second, as over minutes every loan is paid back. The stronger the colour, the faster. Framed and marked “front”: no other loan here is beyond chance better in one of the two and no worse in the other."
      />
      <div className="pt-3 pb-2">
        <SweepMap points={points} />
        {chance === null ? null : (
          <p className="px-4 pt-2 text-sm text-ink-soft sm:px-6">{chance}</p>
        )}
        {hardlyDiffers(points) ? (
          <p className="px-4 pt-2 text-sm text-ink-soft sm:px-6">
            Fairness hardly differs: over minutes every loan is paid back, whatever its terms. What
            they decide is how soon answers come.
          </p>
        ) : null}
      </div>
    </Card>
  )
}

function hardlyDiffers(points: readonly LabSweepPoint[]): boolean {
  const known = points.flatMap(({ fairness }) => fairness ?? [])
  return known.length > 0 && Math.max(...known) - Math.min(...known) < 0.001
}
