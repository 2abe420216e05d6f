import type { Recommendation } from '@steelyard/analysis'
import { expect, it } from 'vitest'
import { payerWords } from './payer-words.ts'

const prediction = (seconds: number) => ({ seconds, lowSeconds: seconds, highSeconds: seconds })

const said = (afterSeconds: number, change = true) =>
  payerWords({
    advice: { change },
    domains: [
      { domain: 'vm1', softTarget: null },
      {
        domain: 'vm2',
        softTarget: { domain: 'vm2', seconds: 0.706, origin: 'default' },
        keepsSoftTarget: afterSeconds <= 0.706,
        predictedBefore: prediction(0.353),
        predictedAfter: prediction(afterSeconds),
      },
    ],
  } as unknown as Recommendation)

it('says how far a domain pays, and how far it may', () => {
  expect(said(0.54)).toEqual(['vm2 pays: 353 ms to 540 ms, up to 706 ms allowed.'])
  expect(said(0.9)).toEqual(['vm2 pays more than it may: 353 ms to 900 ms, only 706 ms allowed.'])
})

it('is silent of one that does not pay, and where nothing changes', () => {
  expect(said(0.36)).toEqual([])
  expect(said(0.54, false)).toEqual([])
})
