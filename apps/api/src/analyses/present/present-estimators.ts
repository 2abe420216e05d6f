import { cardOf, type EstimatorAssumptions, type EstimatorId } from '@steelyard/analysis'
import type { AnalysisResult, Twin } from '@steelyard/contract'
import { errata } from '@steelyard/model'

type EstimatorCard = AnalysisResult['estimators'][number]

/** How the load of a recording supplies what the paper gives without units (E0.7). */
const ioReading =
  'Inferred: every request of a guest counts as one I/O, so IO is the sum of their rates. Eq (3) takes only IO D_0, the seconds that Domain-0 waits per second, so what is counted does not matter.'

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
    assumptions: [...assumptions, ...(id === 'delay-aware' ? [ioReading] : [])],
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
      'It replays the requests of the logs, where they are kept, with the measured CPU time per request.',
      'How Domain-0’s work divides over the packets of a request, and how kernels tick, is taken from traces of Xen 4.17.',
      ...(state === 'left-out' || reason === null ? [] : [reason]),
    ],
    errata: [],
  }
}
