/** A line or an area of a chart, as its picture names it. */
export interface PictureKey {
  name: string
  color: string
  dash: string | undefined
}

interface Picture {
  title: string
  keys: readonly PictureKey[]
  /** Where the picture comes from, in its last line. */
  source: string
}

const PADDING = 16
const TITLE_HEIGHT = 30
const KEY_HEIGHT = 20
const SOURCE_HEIGHT = 24
const FONT = 'font-family="system-ui, sans-serif"'

/** The markup of a picture that stands alone: title, legend, chart, and source. */
export function pictureMarkup(
  chart: { markup: string; width: number; height: number },
  { title, keys, source }: Picture,
  colors: { ink: string; faint: string; surface: string },
) {
  const keysHeight = keys.length * KEY_HEIGHT
  const top = PADDING + TITLE_HEIGHT + keysHeight
  const width = chart.width + 2 * PADDING
  const height = top + chart.height + SOURCE_HEIGHT + PADDING
  const lines = keys.map(({ name, color, dash }, index) => {
    const y = PADDING + TITLE_HEIGHT + index * KEY_HEIGHT + 4
    const dashes = dash ? ` stroke-dasharray="${dash}"` : ''
    return (
      `<line x1="${PADDING}" x2="${PADDING + 28}" y1="${y}" y2="${y}" stroke="${color}" stroke-width="2"${dashes}/>` +
      `<text x="${PADDING + 36}" y="${y + 4}" font-size="13" fill="${colors.ink}" ${FONT}>${escaped(name)}</text>`
    )
  })
  const markup =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<rect width="100%" height="100%" fill="${colors.surface}"/>` +
    `<text x="${PADDING}" y="${PADDING + 14}" font-size="16" font-weight="600" fill="${colors.ink}" ${FONT}>${escaped(title)}</text>` +
    lines.join('') +
    `<g transform="translate(${PADDING} ${top})" ${FONT}>${chart.markup}</g>` +
    `<text x="${PADDING}" y="${height - PADDING}" font-size="11" fill="${colors.faint}" ${FONT}>${escaped(source)}</text>` +
    '</svg>'
  return { markup, width, height }
}

/** Replaces `var(--name)`, which means nothing outside the page, by its value. */
export function withColors(markup: string, colorOf: (name: string) => string): string {
  return markup.replaceAll(/var\((--[\w-]+)\)/g, (_, name: string) => colorOf(name).trim())
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
