import { expect, it } from 'vitest'
import { someTracedRequests } from '../../../lib/testing/traced-fixtures.ts'
import { heatWords } from './heat-words.ts'

it('tells what the picture shows and where the same can be done without it', () => {
  expect(heatWords(someTracedRequests(), 1)).toBe(
    '4 requests of vm1 by start, from 0 s to 20 s, and by response time, from 9.00 ms to 61.0 ms. Half took less than 20.0 ms. 1 request is selected. The fields and the table below do what the pointer does here.',
  )
})
