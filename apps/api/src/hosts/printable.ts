/**
 * What another machine said, fit to be shown and stored: PostgreSQL takes no NUL and no half of a
 * surrogate pair, and a person is not helped by other control characters.
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
