import type { AnalysisResult } from '@steelyard/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { AssumptionList } from './assumption-list.tsx'

const erratum = {
  id: 'E0.5',
  where: 'Eq (4)',
  paperSays: 'The sum runs over the guests.',
  problem: 'w_0 can exceed 1.',
  weDo: 'Guests only.',
}
const estimator: AnalysisResult['estimators'][number] = {
  id: 'delay-aware',
  title: 'Delay-aware',
  source: 'Paper 0 (published)',
  assumptions: ['Shares are taken among the guests (E0.5) only.'],
  errata: [erratum],
}
const html = (errata: (typeof erratum)[]) =>
  renderToStaticMarkup(<AssumptionList estimators={[{ ...estimator, errata }]} />)

it('links an id in an assumption to the text of the erratum', () => {
  const [, link] = /among the guests \(<a href="#([^"]*)"[^>]*>E0\.5<\/a>\) only\./.exec(
    html([erratum]),
  )!
  const target = html([erratum]).split(`id="${link}"`)[1]!
  for (const said of [erratum.where, erratum.paperSays, erratum.problem, erratum.weDo]) {
    expect(target).toContain(said)
  }
})

it('has no list to open where there are no errata', () => {
  expect(html([])).not.toContain('<details')
})
