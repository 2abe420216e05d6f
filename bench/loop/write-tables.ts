const BEGIN = '<!-- loop results: begin -->'
const END = '<!-- loop results: end -->'

/**
 * A document with this between its markers, instead of what was there.
 * @throws when it has no markers
 */
export function betweenMarkers(document: string, text: string): string {
  const [begin, end] = [document.indexOf(BEGIN), document.indexOf(END)]
  if (begin < 0 || end < begin) throw new Error(`The document needs ${BEGIN} and ${END}.`)
  return `${document.slice(0, begin + BEGIN.length)}\n\n${text}\n\n${document.slice(end)}`
}
