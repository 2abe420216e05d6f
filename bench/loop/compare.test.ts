import { expect, it } from 'vitest'
import { CONTENDERS, Comparison, takesPart } from './compare.ts'
import { FAMILIES } from './families.ts'
import { showTables } from './show-tables.ts'
import { summarise } from './summary.ts'

const asked = { family: 'payer', host: 'fluid', seed: 4, days: 1 / 3 } as const

it('judges from both viewpoints, and by the overloads of a host that is left alone', async () => {
  const first = new Comparison(asked, null)
  const nothing = await first.play('nothing')
  const sandpiper = await first.play('sandpiper')
  expect(nothing).toMatchObject({ ...asked, changes: 0 })
  expect(nothing.episodes!.clients.length).toBeGreaterThan(0)
  expect(nothing.clients!.missedOfTime).toBeGreaterThan(0)
  expect(sandpiper.clients!.missedOfTime).toBeGreaterThanOrEqual(sandpiper.log.missedOfTime)
  // A later run that has only the overloads comes to the same.
  const again = await new Comparison(asked, nothing.episodes).play('sandpiper')
  expect({ ...again, cpuSeconds: 0 }).toEqual({ ...sandpiper, cpuSeconds: 0 })
  expect(showTables([nothing, sandpiper])).toContain('SandPiper')
})

it('adds hosts up by the days that they were played', async () => {
  const result = await new Comparison(asked, null).play('nothing')
  const view = (missedOfTime: number) => ({ ...result.log, missedOfTime, reliefSeconds: [60] })
  const [summary] = summarise([
    { ...result, days: 1, log: view(0.1), changes: 3 },
    { ...result, days: 3, log: view(0.5), changes: 5 },
  ])
  expect(summary!.log.missedOfTime).toBeCloseTo(0.4, 12)
  expect(summary!.changesPerDay).toBe(2)
  expect(summary!.log.episodes).toBe(2)
})

it('leaves out who has nothing to do there', () => {
  const partIn = (family: keyof typeof FAMILIES) =>
    CONTENDERS.filter((each) => takesPart(each, FAMILIES[family]))
  expect(partIn('payer')).toEqual([...CONTENDERS])
  expect(partIn('turns')).not.toContain('ours-lied-to')
  expect(partIn('twelve')).not.toContain('best-fixed')
})
