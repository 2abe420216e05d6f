export const DOMAIN_GONE = 'The guest is no longer on the host.'

const FROM_FILE = 'so it has the values of its configuration file.'

export const CREATED_ANEW = `The guest was created anew (its UUID has changed), ${FROM_FILE}`

export function startedAgainWords(idBefore: number, idNow: number | null): string {
  return `The guest was started again (its id was ${idBefore}, now it is ${idNow}), ${FROM_FILE}`
}
