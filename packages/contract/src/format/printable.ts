/**
 * Makes text from another machine fit to show and store: PostgreSQL accepts neither NUL nor half of
 * a surrogate pair, and other control characters do not help a reader.
 */
export function printable(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
      .replace(/[\u0000-\u001f\u007f]+/g, ' ')
      .trim()
  )
}
