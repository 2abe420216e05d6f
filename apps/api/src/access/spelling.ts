/** What a character stands for where letters are written as digits and signs, `l` as `i`. */
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  l: 'i',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
}

/** The letters of a text, however they are written, separated or repeated. */
export function spellingOf(text: string): string {
  return spell(text).spelling
}

/**
 * What is left of a text without some words, each however it is written.
 * @param words spelt as by `spellingOf`
 */
export function withoutWords(text: string, words: readonly string[]): string {
  const { spelling, letters } = spell(text)
  const taken = new Set<number>()
  for (const word of words) {
    for (let at = spelling.indexOf(word); at >= 0; at = spelling.indexOf(word, at + 1)) {
      for (let i = 0; i < word.length; i++) taken.add(at + i)
    }
  }
  return letters
    .filter(({ place }) => !taken.has(place))
    .map(({ character }) => character)
    .join('')
}

/** Each character with its place in the spelling; a sign has that of the letter before it. */
function spell(text: string) {
  let spelling = ''
  const letters = [...text].map((character) => {
    if (/[\p{L}\p{N}@$]/u.test(character)) {
      const lower = character.toLowerCase().charAt(0)
      const letter = LOOKS_LIKE[lower] ?? lower
      if (!spelling.endsWith(letter)) spelling += letter
    }
    return { character, place: spelling.length - 1 }
  })
  return { spelling, letters }
}
