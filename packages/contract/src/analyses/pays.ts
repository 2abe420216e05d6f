import type { Prediction } from './prediction.ts'

/** Less growth is within what models tell apart. */
const PAYS = 1.15

/** Whether a guest pays for a change: whether its predicted time grows by more than 15 %. */
export function pays(before: Prediction | null, after: Prediction | null): boolean {
  return before !== null && after !== null && after.ms > PAYS * before.ms
}
