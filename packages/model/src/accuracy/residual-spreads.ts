import type { ResidualSpreads } from './residual-spread-of.ts'

/**
 * Found on 11 recordings of real hosts by `npm run accuracy -- DIR... --write-spreads`, which writes this
 * file; do not edit it by hand. Listed by band of the host's utilisation.
 * docs/ACCURACY.md shows how many of the measured times such intervals contain.
 */
export const residualSpreads: ResidualSpreads = {
  twin: {
    mean: {
      diagnosis: [
        // Below 70 %, from 70 to 85 %, from 85 % on.
        { logSpread: 0.034, values: 30 },
        { logSpread: 0.225, values: 15 },
        { logSpread: 0.191, values: 51 },
      ],
      forecast: [
        // Below 70 %, from 70 to 85 %, from 85 % on.
        null,
        { logSpread: 0.0, values: 6 },
        { logSpread: 0.08, values: 240 },
      ],
    },
    tail: {
      diagnosis: [
        // Below 70 %, from 70 to 85 %, from 85 % on.
        { logSpread: 0.17, values: 30 },
        { logSpread: 0.343, values: 15 },
        { logSpread: 0.394, values: 51 },
      ],
      forecast: [
        // Below 70 %, from 70 to 85 %, from 85 % on.
        null,
        { logSpread: 0.287, values: 6 },
        { logSpread: 0.42, values: 240 },
      ],
    },
  },
  sdps: {
    mean: {
      diagnosis: [
        // Below 70 %, from 70 to 85 %, from 85 % on.
        { logSpread: 0.207, values: 30 },
        { logSpread: 0.228, values: 15 },
        { logSpread: 0.348, values: 51 },
      ],
      forecast: [
        // Below 70 %, from 70 to 85 %, from 85 % on.
        null,
        { logSpread: 0.271, values: 6 },
        { logSpread: 0.335, values: 240 },
      ],
    },
    tail: {
      diagnosis: [
        // Below 70 %, from 70 to 85 %, from 85 % on.
        { logSpread: 0.845, values: 30 },
        { logSpread: 0.526, values: 15 },
        { logSpread: 0.577, values: 51 },
      ],
      forecast: [
        // Below 70 %, from 70 to 85 %, from 85 % on.
        null,
        { logSpread: 0.186, values: 6 },
        { logSpread: 0.574, values: 240 },
      ],
    },
  },
}
