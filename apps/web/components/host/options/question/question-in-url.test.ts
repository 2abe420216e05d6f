import type { FilledQuestion } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { withDomainLever, withHostLever } from './question.ts'
import { isOfSliders, paramsOfQuestion, questionOfParams } from './question-in-url.ts'

const now: FilledQuestion = {
  domains: [
    { domain: 'vm1', weight: 256, cap: 0, loadFactor: 1 },
    { domain: 'vm.2', weight: 256, cap: 0, loadFactor: 1 },
  ],
  domain0Weight: 256,
  tsliceMs: 30,
  ratelimitUs: 1000,
  loadFactor: 1,
  overheadPercent: 0,
}

it('returns what it was given, by way of an address that names only what was moved', () => {
  const moved = withHostLever(
    withDomainLever(withDomainLever(now, 'vm1', 'weight', 512), 'vm.2', 'loadFactor', 1.25),
    'loadFactor',
    1.5,
  )
  const params = paramsOfQuestion(moved, now)
  expect(params).toEqual([
    ['load', '1.5'],
    ['weight.vm1', '512'],
    ['load.vm.2', '1.25'],
  ])
  expect(questionOfParams(new URLSearchParams(params), now)).toEqual(moved)
  expect(paramsOfQuestion(now, now)).toEqual([])
})

it('ignores what is not its own or makes no sense', () => {
  const odd = new URLSearchParams('recording=7&weight.vm1=lots&load=&weight=300&cap.vm1=-5')
  expect(questionOfParams(odd, now)).toEqual(now)
  expect(['load', 'load.vm1', 'weight.vm1', 'tslice'].every(isOfSliders)).toBe(true)
  expect(['recording', 'weight', 'domain', 'toString.x'].some(isOfSliders)).toBe(false)
})
