import type { AttemptLimit } from '../access/failed-attempts.ts'

/** Wrong passwords for one account within fifteen minutes from one address or one known browser. */
const MOST_HERE = 10
/**
 * And from all unknown places together, so that many addresses cannot guess at one account. Whoever
 * exhausts this locks out nobody whose browser has signed in before.
 */
const MOST_UNKNOWN = 100

/** @param knownBrowser the name of a browser that has signed in to this account before */
export function signInLimits(
  account: string,
  address: string | null,
  knownBrowser: string | null,
): AttemptLimit[] {
  if (knownBrowser !== null) {
    return [{ key: `browser ${knownBrowser} ${account}`, most: MOST_HERE }]
  }
  return [
    { key: `address ${address} ${account}`, most: MOST_HERE },
    { key: `account ${account}`, most: MOST_UNKNOWN },
  ]
}
