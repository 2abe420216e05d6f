import { invalid } from '../errors.ts'
import { spellingOf, withoutWords } from './spelling.ts'

/** Of 0 to 4: about 10^8 guesses or more, out of reach for guesses over the network. */
const LEAST_SCORE = 3

/**
 * zxcvbn takes longer than in proportion to the length: up to 0.4 s for 256 hostile characters, in the
 * process that answers everybody. A password is at least as good as its beginning.
 */
const RATED_CHARACTERS = 48

/** Shorter ones are part of too many words. */
const SHORTEST_BARRED = 4

/** Sentences that are in every list of guesses, although their words are not. */
const KNOWN_PHRASES = [
  'correct horse battery staple',
  'the quick brown fox jumps over the lazy dog',
  'to be or not to be that is the question',
  'lorem ipsum dolor sit amet',
  'may the force be with you',
  'it was the best of times',
  'in the beginning was the word',
]

/** Its dictionaries take some megabytes, so they are read when the first password is chosen. */
const loadEstimator = async () => {
  const [{ ZxcvbnFactory }, common] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({
    dictionary: common.dictionary,
    graphs: common.adjacencyGraphs,
  })
}
let estimator: ReturnType<typeof loadEstimator> | undefined

/**
 * Refuses a password that is among the common ones, or made of the account's own words (ASVS 6.2).
 * There are no rules about kinds of characters, because those make passwords worse.
 * @param known the person's own words, which an attacker tries first
 * @throws AppError `invalid` for the given input
 */
export async function requireGoodPassword(
  input: string,
  password: string,
  known: readonly string[],
): Promise<void> {
  estimator ??= loadEstimator()
  const words = wordsOf(known)
  const rated = ratedPart(password, words)
  const { score } = (await estimator).check(rated, words)
  if (score >= LEAST_SCORE) return
  throw invalid(input, 'is easily guessed; take four or more words that do not belong together')
}

/**
 * What makes a password hard to guess: barred words count for nothing, and others once. zxcvbn takes
 * every word for 50 guesses at least, so that two barred ones and a hyphen would pass.
 */
function ratedPart(password: string, words: readonly string[]): string {
  const barred = [...words, ...KNOWN_PHRASES].flatMap((word) => {
    const spelling = spellingOf(word)
    return [spelling, [...spelling].reverse().join('')]
  })
  const rest = withoutWords(
    password,
    barred.filter(({ length }) => length >= SHORTEST_BARRED),
  )
  const seen = new Set<string>()
  return rest
    .replace(/\p{L}+/gu, (word) => {
      const isNew = !seen.has(word.toLowerCase())
      seen.add(word.toLowerCase())
      return isNew ? word : ''
    })
    .slice(0, RATED_CHARACTERS)
}

/** `Ada Lovelace` gives `Ada`, `Lovelace` and `AdaLovelace`. */
function wordsOf(known: readonly string[]): string[] {
  const parts = known.map((text) => text.split(/[^\p{L}\p{N}]+/u))
  return [...parts.flat(), ...parts.map((words) => words.join('')), 'steelyard'].filter(Boolean)
}
