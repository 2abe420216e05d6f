import type { PoolAdvice as Advice } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { idOf, twoHoursAgo } from '../../lib/testing/fixtures.ts'
import { answer, render, rowsOf } from '../../lib/testing/render.tsx'
import { PoolAdvice } from './pool-advice.tsx'

const [web, full, free] = ['web', 'full', 'free'].map((name) => ({ uuid: name, name }))
const MOVE: Advice = {
  decidedAt: twoHoursAgo,
  verdict: 'move',
  text: 'The moves below do.',
  hosts: [{ ...full!, hostId: idOf(2), text: 'web misses its target.' }],
  moves: [{ guest: web!, from: full!, to: free!, seconds: 42 }],
  foretold: [
    { host: full!, by: 'rooms', guests: [] },
    {
      host: free!,
      by: 'twin',
      guests: [{ ...web!, statistic: 'p95', targetMs: 400, nowMs: 2000, thenMs: 84.4 }],
    },
  ],
  proof: 'No cheaper moves do as much.',
}
const shown = (advice: Advice) =>
  render(<PoolAdvice id={idOf(1)} />, {
    known: [answer('getPoolAdvice', { params: { id: idOf(1) } }, advice)],
  })

it('says what a move does on both hosts, and where the simulation says nothing', () => {
  const { html } = shown(MOVE)
  expect(rowsOf(html).flat().join(' ')).toContain('p95 400 ms')
  expect(html).toContain('84 ms')
  expect(html).toContain('Plan this move of web')
  expect(html).toContain('does not see full as measured')
  expect(html).toContain(`/hosts/${idOf(2)}`)
})

it('offers nothing where nothing needs to move', () => {
  const { html } = shown({
    ...MOVE,
    verdict: 'calm',
    text: 'Nothing needs to move.',
    hosts: [],
    moves: [],
    foretold: [],
    proof: null,
  })
  expect(html).toContain('Nothing needs to move.')
  expect(html).not.toContain('Plan this move')
  expect(html).not.toContain('<table')
})
