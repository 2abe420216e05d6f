import type { Domain } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { aDomain, aHost, idOf, twoHoursAgo } from '../../lib/testing/fixtures.ts'
import { render, userWith } from '../../lib/testing/render.tsx'
import { DriftAlert } from './drift-alert.tsx'

const applied: Domain['applied'] = {
  weight: 512,
  cap: null,
  affinity: null,
  cpupool: null,
  applicationId: idOf(50),
  appliedAt: twoHoursAgo,
  configLines: [],
}
const drift: Domain['drift'] = [{ kind: 'weight', text: 'Weight 256, 512 was applied.' }]
const hostWith = (...domains: Domain[]) => aHost({ domains, drifted: domains.length > 0 })
const drifted = aDomain('vm1', { applied, drift, driftSince: twoHoursAgo })

it('is hidden while everything is as Steelyard left it', () => {
  expect(render(<DriftAlert host={hostWith(aDomain('vm1', { applied }))} />).text).toBe('')
})

it('shows what differs and since when, and offers to plan the applied weights again', () => {
  const { text, buttons } = render(<DriftAlert host={hostWith(drifted, aDomain('vm2'))} />)
  expect(text).toContain('xen-1 is not as Steelyard left it')
  expect(text).toContain('vm1 : Weight 256, 512 was applied.')
  expect(text).toContain('First noticed 2 hours ago.')
  expect(text).not.toContain('vm2')
  expect(buttons).toEqual(['Plan the applied weights again'])
})

it('mentions values where pins were applied too', () => {
  const pinned: Domain = {
    ...drifted,
    applied: { ...applied, affinity: ['0'] },
    drift: [{ kind: 'affinity', text: 'All pCPUs.' }],
  }
  expect(render(<DriftAlert host={hostWith(pinned)} />).buttons).toEqual([
    'Plan the applied values again',
  ])
})

it('has nothing to restore on a domain that is gone', () => {
  const gone: Domain = { ...drifted, gone: true, drift: [{ kind: 'gone', text: 'It is gone.' }] }
  const { text, buttons } = render(<DriftAlert host={hostWith(gone)} />)
  expect(text).toContain('vm1 : It is gone.')
  expect(buttons).toEqual([])
  expect(text).not.toContain('plan the applied values')
})

it('is shown to everyone, but only planners can act', () => {
  const { text, buttons } = render(<DriftAlert host={hostWith(drifted)} />, {
    user: userWith(['hosts:read']),
  })
  expect(text).toContain('Weight 256, 512 was applied.')
  expect(buttons).toEqual([])
})
