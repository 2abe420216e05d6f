interface Span {
  from: number
  to: number
}

/** The pixels beside the plot on either side. */
export interface Inset {
  left: number
  right: number
}

/** The value under a point of a chart: of its horizontal axis, and never beyond its ends. */
export function valueUnder(
  x: number,
  box: { left: number; width: number },
  inset: Inset,
  axis: Span,
): number {
  const part = (x - box.left - inset.left) / (box.width - inset.left - inset.right)
  return axis.from + Math.min(1, Math.max(0, part)) * (axis.to - axis.from)
}

/** A span in its order, in whichever direction it was drawn. */
export function ordered({ from, to }: Span): Span {
  return from <= to ? { from, to } : { from: to, to: from }
}
