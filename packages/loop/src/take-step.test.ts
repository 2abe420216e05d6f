import { expect, test, vi } from 'vitest'
import { pendingIn, situationOf } from './decide/situation.fixture.ts'
import type { Situation } from './decide/situation.ts'
import { type LoopPorts, takeStep } from './take-step.ts'

function portsOf(situation: Situation, isSettled = false) {
  const port = () => vi.fn(async () => {})
  return {
    settle: vi.fn(async () => isSettled),
    situation: vi.fn(async () => situation),
    nothing: port(),
    relieve: port(),
    analyse: port(),
    drop: port(),
    plan: port(),
    offer: port(),
    expire: port(),
    'would-apply': port(),
    apply: port(),
    'settle-outcome': port(),
    'judge-outcome': port(),
    'roll-back': port(),
  } satisfies LoopPorts
}

test('the port of the step is called with what the step holds, and no other', async () => {
  const ports = portsOf(situationOf({ pending: pendingIn('planning') }))
  expect(await takeStep(ports)).toEqual({ do: 'apply', authority: 'grant' })
  expect(ports.apply).toHaveBeenCalledExactlyOnceWith({ authority: 'grant' })
  const { settle: _, situation: __, apply: ___, ...others } = ports
  for (const port of Object.values(others)) expect(port).not.toHaveBeenCalled()
})

test('work that has ended is all for a step', async () => {
  const ports = portsOf(situationOf(), true)
  expect(await takeStep(ports)).toBeNull()
  expect(ports.situation).not.toHaveBeenCalled()
})
