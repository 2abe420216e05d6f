import { expect, it } from 'vitest'
import { exampleBasis } from '../prediction/example-basis.fixture.ts'
import { twinArrivals, twinHost } from '../twin/twin-host.fixture.ts'
import { setUpLab } from './set-up-lab.ts'

const replications = { variant: 1, beside: 1 }
const known = twinHost()
known.scheduling.experiments = {
  boost: 'always',
  boostLasts: 'tick',
  loan: { credits: 1000, share: 0.2, factor: 3 },
  realTimeWeight: 512,
}
const host = { known, basis: exampleBasis(known), arrivals: twinArrivals(), domains: [] }
const codesOf = ({ assumptions }: ReturnType<typeof setUpLab>) =>
  assumptions.map(({ code }) => code)

it('begins with the analysed host as its hypervisor for experiments runs it', () => {
  for (const kind of ['levers', 'pinning'] as const) {
    const lab = setUpLab({ kind, host }, replications)
    expect(lab.variants[0]!.config.scheduler).toMatchObject({
      boost: { policy: 'always', lasts: 'tick' },
      realTimeWeight: 512,
    })
    expect(codesOf(lab)).toEqual(['host-boosts', 'real-time-weight', 'connections'])
  }
})

it('compares boosts with those of Xen, and does not claim to play those of the host', () => {
  const loan = { creditLine: 1000, repaymentShare: 0.2, sweep: false }
  const lab = setUpLab({ kind: 'boost', host, ...loan }, replications)
  expect(lab.variants[0]!.config.scheduler).not.toHaveProperty('boost')
  expect(codesOf(lab)).toEqual(['real-time-weight', 'connections'])
})
