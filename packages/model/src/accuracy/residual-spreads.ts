import type { ResidualSpreads } from './residual-spread-of.ts'

/**
 * Found on 11 recordings of real hosts by `npm run accuracy -- DIR... --write-spreads`, which writes this
 * file; do not edit it by hand. Listed by band of the host's utilisation.
 * research/reports/ACCURACY.md shows how many of the measured times such intervals contain.
 */
export const residualSpreads: ResidualSpreads = {
  twin: {
    mean: {
      diagnosis: [
        // Below 70 %, from 70 to 85 %, from 85 % on.
        { logSpread: 0.03, values: 3 },
        { logSpread: 0.214, values: 5 },
        { logSpread: 0.182, values: 9 },
      ],
      forecast: [
        // Below 70 %, from 70 to 85 %, from 85 % on.
        null,
        null,
        { logSpread: 0.073, values: 8 },
      ],
    },
    tail: {
      diagnosis: [
        // Below 70 %, from 70 to 85 %, from 85 % on.
        { logSpread: 0.158, values: 3 },
        { logSpread: 0.328, values: 5 },
        { logSpread: 0.398, values: 9 },
      ],
      forecast: [
        // Below 70 %, from 70 to 85 %, from 85 % on.
        null,
        null,
        { logSpread: 0.406, values: 8 },
      ],
    },
  },
  sdps: {
    mean: {
      diagnosis: [
        // Below 70 %, from 70 to 85 %, from 85 % on.
        { logSpread: 0.198, values: 3 },
        { logSpread: 0.206, values: 5 },
        { logSpread: 0.216, values: 9 },
      ],
      forecast: [
        // Below 70 %, from 70 to 85 %, from 85 % on.
        null,
        null,
        { logSpread: 0.259, values: 8 },
      ],
    },
    tail: {
      diagnosis: [
        // Below 70 %, from 70 to 85 %, from 85 % on.
        { logSpread: 0.913, values: 3 },
        { logSpread: 0.687, values: 5 },
        { logSpread: 0.59, values: 9 },
      ],
      forecast: [
        // Below 70 %, from 70 to 85 %, from 85 % on.
        null,
        null,
        { logSpread: 0.632, values: 8 },
      ],
    },
  },
}
