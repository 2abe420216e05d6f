/** How the figures beside an axis are set. */
export const axisText = { fill: 'var(--ink-faint)', fontSize: 12 }
