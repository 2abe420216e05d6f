/** Pearson correlation of two equally long series; 0 when one of them is constant. */
export function correlation(a: readonly number[], b: readonly number[]): number {
  const n = a.length
  const meanA = mean(a)
  const meanB = mean(b)
  let ab = 0
  let aa = 0
  let bb = 0
  for (let i = 0; i < n; i++) {
    const da = a[i]! - meanA
    const db = b[i]! - meanB
    ab += da * db
    aa += da * da
    bb += db * db
  }
  return aa === 0 || bb === 0 ? 0 : ab / Math.sqrt(aa * bb)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
