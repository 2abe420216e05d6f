import { formatTargetMs } from '@steelyard/contract/format'

/** Response times of one guest over time. */
export interface DrawnTimes {
  title: string
  /** Epoch milliseconds. */
  from: number
  to: number
  /** Milliseconds; null breaks the line. */
  points: readonly { at: number; ms: number | null }[]
  targetMs: number | null
  /** When the target began to be missed, in epoch milliseconds. */
  since: number
}

const WIDTH = 720
const HEIGHT = 280
const PLOT = { left: 64, right: WIDTH - 20, top: 56, bottom: HEIGHT - 40 }
const INK = '#16201e'
const FAINT = '#5a6663'
const DANGER = '#b3261e'

/**
 * The times of a guest against its target, as SVG of 720 x 280 px: a line, the target, a band from
 * where it is missed, and times in UTC.
 */
export function drawTimes({ title, from, to, points, targetMs, since }: DrawnTimes): string {
  const highest = Math.max(targetMs ?? 0, ...points.map(({ ms }) => ms ?? 0), 1)
  const step = niceStep(highest / 4)
  const top = Math.ceil((1.05 * highest) / step) * step
  const x = (at: number) =>
    round(PLOT.left + ((at - from) / (to - from)) * (PLOT.right - PLOT.left))
  const y = (ms: number) => round(PLOT.bottom - (ms / top) * (PLOT.bottom - PLOT.top))
  const rows = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step)
  const instants = [0, 1, 2, 3].map((index) => from + (index / 3) * (to - from))
  const missed = Math.min(Math.max(since, from), to)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="DejaVu Sans" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    text({ x: 16, y: 24, fill: INK, size: 15 }, title),
    `<rect x="${x(missed)}" y="${PLOT.top}" width="${round(x(to) - x(missed))}" height="${PLOT.bottom - PLOT.top}" fill="${DANGER}" fill-opacity="0.08"/>`,
    ...rows.flatMap((ms) => [
      `<line x1="${PLOT.left}" x2="${PLOT.right}" y1="${y(ms)}" y2="${y(ms)}" stroke="#d9dfdd"/>`,
      text({ x: PLOT.left - 8, y: y(ms) + 4, fill: FAINT, anchor: 'end' }, formatTargetMs(ms)),
    ]),
    ...instants.map((at, index) =>
      text(
        { x: x(at), y: PLOT.bottom + 20, fill: FAINT, anchor: index === 3 ? 'end' : 'middle' },
        `${new Date(at).toISOString().slice(11, 16)}${index === 3 ? ' UTC' : ''}`,
      ),
    ),
    ...(targetMs === null
      ? []
      : [
          `<line x1="${PLOT.left}" x2="${PLOT.right}" y1="${y(targetMs)}" y2="${y(targetMs)}" stroke="${DANGER}" stroke-width="1.5" stroke-dasharray="10 3 2 3"/>`,
          text(
            { x: PLOT.right, y: 44, fill: DANGER, anchor: 'end' },
            `target ${formatTargetMs(targetMs)}`,
          ),
        ]),
    ...linesOf(points).map((line) =>
      line.length === 1
        ? `<circle cx="${x(line[0]!.at)}" cy="${y(line[0]!.ms)}" r="2.5" fill="${INK}"/>`
        : `<polyline points="${line.map(({ at, ms }) => `${x(at)},${y(ms)}`).join(' ')}" fill="none" stroke="${INK}" stroke-width="2"/>`,
    ),
    '</svg>',
  ].join('\n')
}

/** The parts of a line between its gaps. */
function linesOf(points: DrawnTimes['points']): { at: number; ms: number }[][] {
  const lines: { at: number; ms: number }[][] = [[]]
  for (const { at, ms } of points) {
    if (ms === null) lines.push([])
    else lines.at(-1)!.push({ at, ms })
  }
  return lines.filter((line) => line.length > 0)
}

/** The least of 1, 2, 5, 10, 20 … that is not below. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return [1, 2, 5, 10].map((each) => each * power).find((each) => each >= least * (1 - 1e-9))!
}

function round(value: number): number {
  return Math.round(10 * value) / 10
}

function text({ x, y, fill, anchor = 'start', size = 12 }: TextLook, words: string): string {
  return `<text x="${x}" y="${y}" fill="${fill}" text-anchor="${anchor}" font-size="${size}">${escaped(words)}</text>`
}

interface TextLook {
  x: number
  y: number
  fill: string
  anchor?: 'start' | 'middle' | 'end'
  size?: number
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(words: string): string {
  return words.replaceAll(/[&<>"]/g, (character) => ENTITIES[character]!)
}
