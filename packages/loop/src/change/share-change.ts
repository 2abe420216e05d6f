/** One domain in a change of weights. Shares are those of the guests' weights. */
export interface ShareChange {
  domain: string
  shareBefore: number
  shareAfter: number
}

/**
 * Two shares closer than this are one and the same: weights are whole numbers, so a share is seldom
 * exactly what was asked for. It is a tenth of a step of the papers' grid.
 */
export const SAME_SHARE = 0.005
