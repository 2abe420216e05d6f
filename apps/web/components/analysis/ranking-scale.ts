import type { Ranking } from '@steelyard/contract'

type Ranked = Ranking['estimators'][number]

/** Errors up to twice what is measured are told apart; a method that is ten times off is just off. */
const MOST_SHOWN = 2

/** The error that fills the width of a bar: the largest one that is worth telling apart. */
export function widestError(estimators: readonly Pick<Ranked, 'medianApe' | 'mape'>[]): number {
  const errors = estimators.flatMap(({ medianApe, mape }) => [medianApe ?? 0, mape ?? 0])
  const shown = errors.filter((error) => error <= MOST_SHOWN)
  const widest = Math.max(0, ...shown)
  if (widest === 0) return MOST_SHOWN
  return errors.length > shown.length ? Math.min(MOST_SHOWN, Math.max(widest, 0.5)) : widest
}
