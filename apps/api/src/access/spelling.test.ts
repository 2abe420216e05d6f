import fc from 'fast-check'
import { expect, it } from 'vitest'
import { spellingOf, withoutWords } from './spelling.ts'

it('is the same however a word is written', () => {
  for (const text of ['Steelyard', 'st33ly4rd', 'S-T-E-E-L-Y-A-R-D', '$tee1yarrrd', 'STEELY@RD'])
    expect(spellingOf(text)).toBe(spellingOf('steelyard'))
})

it('takes words out with all that spells and separates them, and leaves the rest as it was', () => {
  expect(withoutWords('My $teelyaaard-2026!', [spellingOf('steelyard')])).toBe('My 2026!')
})

it('leaves nothing of a text that is made of its words', () => {
  const word = fc.stringMatching(/^[a-z]{4,9}$/)
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1 }),
      fc.constantFrom('-', ' ', '...'),
      (words, sign) => {
        const spelt = words.map(spellingOf)
        // Two words that meet in the same letter share it, so each is separated by one of no word.
        const rest = withoutWords(words.join(`${sign}ß${sign}`), spelt)
        expect(rest.replace(/ß[. -]*/g, '')).toBe('')
      },
    ),
  )
})
