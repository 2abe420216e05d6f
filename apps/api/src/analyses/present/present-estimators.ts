import { cardOf, type EstimatorAssumptions, type EstimatorId } from '@steelyard/analysis'
import type { AnalysisResult, Twin } from '@steelyard/contract'
import { errata } from '@steelyard/model'
import { words } from '@steelyard/words'

type EstimatorCard = AnalysisResult['estimators'][number]

/** The source and the assumptions of each estimator, with the simulation last. */
export function presentEstimators(
  known: readonly EstimatorAssumptions[],
  twin: Twin,
): EstimatorCard[] {
  return [...known.map(ofModel), ofTwin(twin)]
}

function ofModel({ estimator: id, assumptions }: EstimatorAssumptions): EstimatorCard {
  return {
    ...cardWords(id),
    assumptions: [...assumptions, ...(id === 'delay-aware' ? [words.analyses.ioReading] : [])],
    errata: errata
      .filter((each) => each.estimator === id)
      .map(({ estimator: _, ...erratum }) => erratum),
  }
}

function cardWords(estimator: EstimatorId): Pick<EstimatorCard, 'id' | 'title' | 'source'> {
  const { id, label, source, standing } = cardOf(estimator)
  return { id, title: label, source: `${source} (${standing})` }
}

function ofTwin({ state, reason }: Twin): EstimatorCard {
  return {
    ...cardWords('twin'),
    assumptions: [
      ...words.analyses.twinAssumes,
      ...(state === 'left-out' || reason === null ? [] : [reason]),
    ],
    errata: [],
  }
}
