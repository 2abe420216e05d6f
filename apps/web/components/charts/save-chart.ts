import { type PictureKey, pictureMarkup, withColors } from './chart-picture.ts'

/** Twice the size on the screen, so that the picture stays sharp in a document. */
const SCALE = 2

/** Saves the chart inside an element as a PNG with its title, its legend and its source. */
export async function saveChart(
  frame: HTMLElement,
  title: string,
  keys: readonly PictureKey[],
): Promise<void> {
  const svg = frame.querySelector<SVGSVGElement>('svg.recharts-surface')
  if (!svg) return
  const style = getComputedStyle(frame)
  const colorOf = (name: string) => style.getPropertyValue(name)
  const { width, height } = svg.getBoundingClientRect()
  const picture = pictureMarkup(
    { markup: new XMLSerializer().serializeToString(svg), width, height },
    { title, keys, source: `${document.title} · ${location.href}` },
    { ink: 'var(--ink)', faint: 'var(--ink-faint)', surface: 'var(--surface)' },
  )
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(withColors(picture.markup, colorOf))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = picture.width * SCALE
  canvas.height = picture.height * SCALE
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const link = document.createElement('a')
  link.href = canvas.toDataURL('image/png')
  link.download = `${title.replaceAll(/[^\w.-]+/g, '-')}.png`
  link.click()
}
