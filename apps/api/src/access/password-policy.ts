import { invalid } from '../errors.ts'

/** Of 0 to 4: about 10^8 guesses or more, out of reach for guesses over the network. */
const LEAST_SCORE = 3

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
  const { score } = (await estimator).check(password, wordsOf(known))
  if (score >= LEAST_SCORE) return
  throw invalid(input, 'is easily guessed; take four or more words that do not belong together')
}

/** `Ada Lovelace` gives `Ada`, `Lovelace` and `AdaLovelace`. */
function wordsOf(known: readonly string[]): string[] {
  const parts = known.map((text) => text.split(/[^\p{L}\p{N}]+/u))
  return [...parts.flat(), ...parts.map((words) => words.join('')), 'steelyard'].filter(Boolean)
}
