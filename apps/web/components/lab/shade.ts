/** The strongest shade: text on it keeps its contrast. */
const STRONGEST_PERCENT = 32

/** A background by value, the least the strongest. */
export function shadeOf(values: readonly (number | null)[]): (value: number | null) => string {
  const known = values.filter((value) => value !== null)
  const [least, most] = [Math.min(...known), Math.max(...known)]
  return (value) => {
    if (value === null) return 'transparent'
    const near = most > least ? (most - value) / (most - least) : 0
    return `color-mix(in oklab, var(--accent) ${Math.round(near * STRONGEST_PERCENT)}%, var(--surface))`
  }
}
