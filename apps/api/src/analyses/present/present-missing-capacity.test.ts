import { expect, it } from 'vitest'
import { presentMissingCapacity } from './present-missing-capacity.ts'

const said = (loadShare: number | null, sparedPCpus: number | null, speed: number | null) =>
  presentMissingCapacity({ loadShare, sparedPCpus, speed }).statement

it('says in plain words how much less load or how much faster a host it takes', () => {
  expect(said(0.7625, 0.13886, 1.17578)).toBe(
    'As the queueing formula predicts, it takes about 24 % less load (0.14 pCPUs less for the guests’ requests) or a host about 18 % faster for any weights to keep every target.',
  )
})

it('leaves out what would not be enough', () => {
  expect(said(null, null, 2.36)).toBe(
    'As the queueing formula predicts, it takes a host about 140 % faster for any weights to keep every target.',
  )
  expect(said(0.15, 1.2, null)).not.toContain('faster')
})
