import type { ResidualSpread, ResidualSpreads } from '@steelyard/model'

/** `packages/model/src/residual-spreads.ts`: how far twin and SDPS were off, for the product to ship. */
export function writeSpreads(spreads: ResidualSpreads, recordings: number): string {
  const band = (spread: ResidualSpread | null) =>
    spread === null
      ? 'null'
      : `{ logSpread: ${spread.logSpread.toFixed(3)}, values: ${spread.values} }`
  const list = (of: readonly (ResidualSpread | null)[]) =>
    `[\n      // Below 70 %, below 85 %, from there on.\n${of.map((each) => `      ${band(each)},\n`).join('')}    ]`
  const estimator = (id: keyof ResidualSpreads) =>
    `  ${id}: {\n    diagnosis: ${list(spreads[id].diagnosis)},\n    forecast: ${list(spreads[id].forecast)},\n  },\n`
  return `import type { ResidualSpreads } from './residual-spread-of.ts'

/**
 * Found on ${recordings} recordings of real hosts by \`npm run accuracy -- DIR... --write-spreads\`, which writes this
 * file: not to be edited by hand. By band of the host's CPU use.
 * docs/ACCURACY.md tells how many of the measured means such intervals contain.
 */
export const residualSpreads: ResidualSpreads = {
${estimator('twin')}${estimator('sdps')}}
`
}
