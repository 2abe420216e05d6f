/** The page that shows where the requests of a recording spent their time. */
export function requestsPath(uploadId: string): string {
  return `/recordings/${uploadId}/requests`
}
