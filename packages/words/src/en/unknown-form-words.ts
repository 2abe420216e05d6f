/** In place of what a later version of Steelyard stored. */
export function unknownFormWords(version: unknown): string {
  return `This was stored in form ${String(version)}, which this version of Steelyard does not know. Run the version that stored it to read it.`
}
