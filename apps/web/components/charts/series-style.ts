import type { EstimatorId } from '@steelyard/contract'

export type SeriesKey = 'measured' | EstimatorId

export interface SeriesStyle<Key extends SeriesKey = SeriesKey> {
  key: Key
  label: string
  /** The series has the same colour wherever it appears. */
  color: string
  /** The dash pattern distinguishes series where colour does not. */
  dash: string | undefined
  width: number
}

export const measuredStyle: SeriesStyle = {
  key: 'measured',
  label: 'Measured',
  color: 'var(--series-measured)',
  dash: undefined,
  width: 2.25,
}

/** The styles are in display order: our estimators, the published ones, the diagnosis. */
const estimatorStyles: Record<EstimatorId, SeriesStyle<EstimatorId>> = {
  twin: {
    key: 'twin',
    label: 'Twin',
    color: 'var(--series-twin)',
    dash: '9 3 2 3',
    width: 2,
  },
  sdps: {
    key: 'sdps',
    label: 'SDPS',
    color: 'var(--series-sdps)',
    dash: '12 3',
    width: 2,
  },
  'delay-aware-calibrated': {
    key: 'delay-aware-calibrated',
    label: 'Delay-aware, calibrated',
    color: 'var(--series-delay-aware-calibrated)',
    dash: '5 2',
    width: 1.75,
  },
  'delay-aware': {
    key: 'delay-aware',
    label: 'Delay-aware',
    color: 'var(--series-delay-aware)',
    dash: undefined,
    width: 1.75,
  },
  sandpiper: {
    key: 'sandpiper',
    label: 'SandPiper',
    color: 'var(--series-sandpiper)',
    dash: '7 4',
    width: 1.75,
  },
  'measured-wait': {
    key: 'measured-wait',
    label: 'Measured wait',
    color: 'var(--series-measured-wait)',
    dash: '2 3',
    width: 1.75,
  },
}

export const estimatorStyleList: readonly SeriesStyle<EstimatorId>[] =
  Object.values(estimatorStyles)
export const seriesStyleList: readonly SeriesStyle[] = [measuredStyle, ...estimatorStyleList]

export function styleOf(key: SeriesKey): SeriesStyle {
  return key === 'measured' ? measuredStyle : estimatorStyles[key]
}
