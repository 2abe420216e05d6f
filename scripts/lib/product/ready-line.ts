export type ReadyProduct = {
  webUrl: string
  apiUrl: string
  /** The one-time link; only present while there is no administrator. */
  setupUrl: string | null
}

/** The one line that `npm start` prints when everything answers. */
export function readyLine({ webUrl, apiUrl, setupUrl }: ReadyProduct): string {
  const line = `Steelyard is ready: ${webUrl} (API ${apiUrl})`
  return setupUrl === null ? line : `${line}. Create the administrator: ${setupUrl}`
}
