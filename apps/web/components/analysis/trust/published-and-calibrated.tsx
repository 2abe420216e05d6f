'use client'

import type { Ranking } from '@steelyard/contract'
import { formatPercent } from '@steelyard/contract/format'
import { modelName } from '../../../lib/model-names.ts'
import { useEstimators } from '../../../lib/use-estimators.ts'
import { SeriesSwatch } from '../../charts/series-swatch.tsx'

const PAIR = ['delay-aware', 'delay-aware-calibrated']

/** The formula that this project began with, as published and calibrated, with what tells them apart. */
export function PublishedAndCalibrated({ ranking }: { ranking: Ranking }) {
  const estimators = useEstimators()
  return (
    <dl className="grid gap-x-8 gap-y-4 text-sm sm:grid-cols-2">
      {PAIR.map((id) => {
        const error = ranking.estimators.find(({ estimator }) => estimator === id)?.medianApe
        return (
          <div key={id}>
            <dt className="flex items-center gap-2.5 font-medium">
              <SeriesSwatch series={id} />
              {modelName(id, estimators)}
            </dt>
            <dd className="mt-1 text-ink-soft">
              {error == null ? 'Not comparable here. ' : `Off by ${formatPercent(error)} here. `}
              {estimators.find((each) => each.id === id)?.note}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
