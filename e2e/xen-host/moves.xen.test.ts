import { afterAll, beforeAll } from 'vitest'
import { bootPair, type Pair } from './lib/boot-pair.ts'
import { describeMoves } from './suites/moves.ts'

let pair: Pair | undefined

beforeAll(async () => {
  pair = await bootPair()
})
afterAll(() => pair?.stop())

describeMoves(() => pair!)
