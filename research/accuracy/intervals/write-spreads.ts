import type { ResidualSpread, ResidualSpreads, SpreadFigure } from '@steelyard/model'

/**
 * Writes `packages/model/src/accuracy/residual-spreads.ts`, the errors of the twin and SDPS that
 * ship with the product.
 */
export function writeSpreads(spreads: ResidualSpreads, recordings: number): string {
  const band = (spread: ResidualSpread | null) =>
    spread === null
      ? 'null'
      : `{ logSpread: ${spread.logSpread.toFixed(3)}, values: ${spread.values} }`
  const list = (of: readonly (ResidualSpread | null)[]) =>
    `[\n        // Below 70 %, from 70 to 85 %, from 85 % on.\n${of.map((each) => `        ${band(each)},\n`).join('')}      ]`
  const figure = (id: keyof ResidualSpreads, of: SpreadFigure) =>
    `    ${of}: {\n      diagnosis: ${list(spreads[id][of].diagnosis)},\n      forecast: ${list(spreads[id][of].forecast)},\n    },\n`
  const estimator = (id: keyof ResidualSpreads) =>
    `  ${id}: {\n${figure(id, 'mean')}${figure(id, 'tail')}  },\n`
  return `import type { ResidualSpreads } from './residual-spread-of.ts'

/**
 * Found on ${recordings} recordings of real hosts by \`npm run accuracy -- DIR... --write-spreads\`, which writes this
 * file; do not edit it by hand. Listed by band of the host's utilisation.
 * research/reports/ACCURACY.md shows how many of the measured times such intervals contain.
 */
export const residualSpreads: ResidualSpreads = {
${estimator('twin')}${estimator('sdps')}}
`
}
