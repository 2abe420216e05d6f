import * as fc from 'fast-check'
import { test } from 'vitest'
import { checkLog, logTraits } from './traits.fixture.ts'
import { checkXentop, xentopTraits } from './xentop-traits.fixture.ts'

test('one minute of requests is the same in any form', () =>
  fc.assert(fc.asyncProperty(logTraits, checkLog), { numRuns: 40 }))

test('four minutes of xentop are the same in any form, or refused with the way out', () =>
  fc.assert(fc.asyncProperty(xentopTraits, checkXentop), { numRuns: 40 }))
