/** The page of an upload, opened at the source that is to be corrected. */
export function sourcePath(uploadId: string, sourceId: string): string {
  return `/recordings/new?upload=${uploadId}&source=${sourceId}`
}
