import type { ResidualSpreads } from './residual-spread-of.ts'

/**
 * Found on 12 recordings of real hosts by `npm run accuracy -- DIR... --write-spreads`, which writes this
 * file; do not edit it by hand. Listed by band of the host's utilisation.
 * docs/ACCURACY.md shows how many of the measured means such intervals contain.
 */
export const residualSpreads: ResidualSpreads = {
  twin: {
    mean: {
      diagnosis: [
        // Below 70 %, from 70 to 85 %, from 85 % on.
        { logSpread: 0.051, values: 27 },
        { logSpread: 0.031, values: 15 },
        { logSpread: 0.129, values: 45 },
      ],
      forecast: [
        // Below 70 %, from 70 to 85 %, from 85 % on.
        null,
        null,
        { logSpread: 0.246, values: 15 },
      ],
    },
    tail: {
      diagnosis: [
        // Below 70 %, from 70 to 85 %, from 85 % on.
        { logSpread: 0.1, values: 27 },
        { logSpread: 0.1, values: 15 },
        { logSpread: 0.2, values: 45 },
      ],
      forecast: [
        // Below 70 %, from 70 to 85 %, from 85 % on.
        null,
        null,
        { logSpread: 0.3, values: 15 },
      ],
    },
  },
  sdps: {
    mean: {
      diagnosis: [
        // Below 70 %, from 70 to 85 %, from 85 % on.
        { logSpread: 0.194, values: 27 },
        { logSpread: 0.192, values: 15 },
        { logSpread: 0.417, values: 45 },
      ],
      forecast: [
        // Below 70 %, from 70 to 85 %, from 85 % on.
        null,
        null,
        { logSpread: 0.345, values: 15 },
      ],
    },
    tail: {
      diagnosis: [
        // Below 70 %, from 70 to 85 %, from 85 % on.
        { logSpread: 0.25, values: 27 },
        { logSpread: 0.25, values: 15 },
        { logSpread: 0.45, values: 45 },
      ],
      forecast: [
        // Below 70 %, from 70 to 85 %, from 85 % on.
        null,
        null,
        { logSpread: 0.4, values: 15 },
      ],
    },
  },
}
