/** Keeps a number and the unit after it on one line, which a narrow screen would part. */
export function keepUnits(sentence: string): string {
  return sentence.replaceAll(/(\d) (?=%|ms\b|s\b|min\b|h\b)/g, '$1\u00a0')
}
