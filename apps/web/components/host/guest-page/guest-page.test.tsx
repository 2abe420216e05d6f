import { expect, it } from 'vitest'
import {
  aDomain,
  aDomainResult,
  aHost,
  anAnalysis,
  aResult,
} from '../../../lib/testing/fixtures.ts'
import { InHostFrame } from '../../../lib/testing/in-host-frame.tsx'
import { answer, render } from '../../../lib/testing/render.tsx'
import { GuestPage } from './guest-page.tsx'

const host = aHost({ domains: [aDomain('vm1'), aDomain('vm2')] })
const result = aResult({ domains: [aDomainResult('vm1'), aDomainResult('vm2')] })

const page = (name: string) =>
  render(
    <InHostFrame host={host} recording={anAnalysis({ result })}>
      <GuestPage name={name} />
    </InHostFrame>,
    {
      known: [
        answer(
          'getHostHistory',
          { params: { id: host.id } },
          { recordings: [], weightChanges: [], annotations: [], complete: true },
        ),
      ],
    },
  )

it('shows one guest against its target, and what its time is made of', () => {
  const { text } = page('vm1')
  expect(text).toMatch(/^vm1 All Verdict\s+Misses Measured 120 ms Target 80 ms Weight 256 /)
  expect(text).not.toContain('vm2')
})

it('says so where the recording has nothing of the guest', () => {
  expect(page('vm9').text).toContain('This recording has nothing of vm9.')
})
