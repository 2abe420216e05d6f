import { expect, it } from 'vitest'
import { playLab } from './play-lab.ts'
import { setUpLab } from './set-up-lab.ts'

it('plays the host of paper 1, with a loan as asked, and states what stock Xen cannot do', async () => {
  const question = {
    kind: 'boost',
    host: 'paper1',
    creditLine: 500,
    repaymentShare: 0.2,
    sweep: false,
  } as const
  const lab = setUpLab(question, { variant: 2, beside: 2 })
  expect(lab.horizonSeconds).toBe(300)
  const { variants } = await playLab({ ...lab, horizonSeconds: 60 }, { replications: 2 })
  const byId = new Map(variants.map((variant) => [variant.id, variant]))
  expect(variants.flatMap(({ id, stockXen }) => (stockXen ? [] : [id]))).toEqual([
    'loan-redemption',
    'always',
  ])
  const measured = (id: string) => byId.get(id)!.domains.find(({ name }) => name === 'dom1')!
  expect(measured('loan-redemption').mean!.mean).toBeLessThan(measured('credit').mean!.mean)
  expect(measured('loan-redemption').cdf.length).toBeGreaterThan(5)
  expect(byId.get('credit')!.fairness).toBeCloseTo(1, 3)
  expect(byId.get('own-pcpu')!.fairness).toBeLessThan(0.5)
  // Occasional requests would not put the shares to the test, but the stream does.
  expect(byId.get('always')!.fairness).toBeLessThan(0.8)
  expect(byId.get('loan-redemption')!.fairness).toBeGreaterThan(0.95)
  const mbit = variants.map(({ bandwidth }) => bandwidth!.mbitPerSecond)
  expect(Math.min(...mbit)).toBeGreaterThan(0)
  expect(Math.max(...mbit)).toBeLessThan(100)
  expect(byId.get('always')!.bandwidth!.mbitPerSecond).toBeGreaterThan(
    byId.get('credit')!.bandwidth!.mbitPerSecond,
  )
})
