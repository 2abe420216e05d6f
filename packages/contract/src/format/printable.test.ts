import fc from 'fast-check'
import { expect, it } from 'vitest'
import { printable } from './printable.ts'

it('leaves text alone, except for what the database refuses', () => {
  expect(printable(' Ä 😀\u0000\n\tx\ud800 ')).toBe('Ä 😀 x\ufffd')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const shown = printable(text)
      expect([...shown].filter((char) => char < ' ' || char === '\u007f')).toEqual([])
      expect(shown.isWellFormed()).toBe(true)
    }),
  )
})
