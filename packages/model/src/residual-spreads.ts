import type { ResidualSpreads } from './residual-spread-of.ts'

/**
 * Found on 12 recordings of real hosts by `npm run accuracy -- DIR... --write-spreads`, which writes this
 * file: not to be edited by hand. By band of the host's CPU use.
 * docs/ACCURACY.md tells how many of the measured means such intervals contain.
 */
export const residualSpreads: ResidualSpreads = {
  twin: {
    diagnosis: [
      // Below 70 %, below 85 %, from there on.
      { logSpread: 0.051, values: 27 },
      { logSpread: 0.031, values: 15 },
      { logSpread: 0.129, values: 45 },
    ],
    forecast: [
      // Below 70 %, below 85 %, from there on.
      null,
      null,
      { logSpread: 0.246, values: 15 },
    ],
  },
  sdps: {
    diagnosis: [
      // Below 70 %, below 85 %, from there on.
      { logSpread: 0.194, values: 27 },
      { logSpread: 0.192, values: 15 },
      { logSpread: 0.417, values: 45 },
    ],
    forecast: [
      // Below 70 %, below 85 %, from there on.
      null,
      null,
      { logSpread: 0.345, values: 15 },
    ],
  },
}
