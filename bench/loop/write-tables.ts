/** The parts of the document that are written from what is kept. */
type WrittenPart = 'loop' | 'rise'

/**
 * A document with this between the markers of a part, instead of what was there.
 * @throws when it has no such markers
 */
export function betweenMarkers(document: string, part: WrittenPart, text: string): string {
  const [begin, end] = [`<!-- ${part} results: begin -->`, `<!-- ${part} results: end -->`]
  const [from, to] = [document.indexOf(begin), document.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The document needs ${begin} and ${end}.`)
  return `${document.slice(0, from + begin.length)}\n\n${text}\n\n${document.slice(to)}`
}
