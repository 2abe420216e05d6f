import { expect, test } from 'vitest'
import { readLoans } from './read-loans.ts'

const SAID = `(XEN) CPUs info:
(XEN) CPU[00] nr_run=2, sort=611, sibling={0}, core={0}
(XEN) 	run: [2.0] pri=-1 flags=0 cpu=0 credit=-105 [w=256,cap=0] loan{phase=2 line=333 lent=1000 left=0 owed=412 n=3 last:boosts=41 ms=111 cm=9.0}
(XEN) 	  1: [1.0] pri=0 flags=0 cpu=0 credit=17 [w=256,cap=0] loan{phase=1 line=1000 lent=1000 left=880 owed=0 n=0 last:boosts=0 ms=0 cm=0.0}
(XEN) 	  2: [32767.0] pri=-64 flags=0 cpu=0
`

test('reads the last loan of each vCPU that has used one up', () => {
  expect(readLoans(SAID)).toEqual([
    { domain: 2, nth: 3, boosts: 41, milliseconds: 111, cm: 9, next: 333 },
  ])
})

test('a host that lends nothing has no loans', () => {
  expect(readLoans(SAID.replaceAll(/ loan\{.*\}/g, ''))).toEqual([])
})
