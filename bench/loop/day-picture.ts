import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from './clock.ts'
import type { Entrant } from './entrant.ts'
import { FAMILIES, type Family, type FamilyId } from './families.ts'
import { type HostKind, hostKinds } from './host-kinds.ts'
import { drawLoadPlan, type LoadPlan } from './load-plan.ts'
import { LoopInMemory } from './loop-in-memory.ts'
import { doNothing, type LoopCourse, playEntrant } from './play-entrant.ts'
import { AS_PUBLISHED, sandpiper } from './sandpiper.ts'
import type { HostMinute, Weights } from './simulated-host.ts'

/** One contender's day: times over target, and shares of the credits. */
interface PicturedDay {
  title: string
  /** The worst guest's 95th percentile over its target in each minute; null without requests. */
  ratios: readonly (number | null)[]
  /** In force in each minute: part of all credits, Domain-0's among them, by domain. */
  shares: readonly Readonly<Record<string, number>>[]
}

/** A day of one host under nothing, SandPiper and ours, as an SVG. */
export async function drawDay(id: FamilyId, host: HostKind, seed: number): Promise<string> {
  const family = FAMILIES[id]
  const { make, overloadsPerDay } = hostKinds[host]
  const plan = drawLoadPlan(family, seed, { days: 1, overloadsPerDay: overloadsPerDay(family) })
  const day = async (title: string, entrant: Entrant) =>
    pictured(title, plan, await playEntrant(plan, make(plan), entrant))
  return dayPicture(`One day of ${id}, seed ${seed}: ${hostKinds[host].title}`, [
    await day('Do nothing', doNothing),
    await day('SandPiper', sandpiper(family, AS_PUBLISHED)),
    await day('Ours', new LoopInMemory(family)),
  ])
}

function pictured(
  title: string,
  { family }: LoadPlan,
  { minutes, weights }: LoopCourse,
): PicturedDay {
  return {
    title,
    ratios: minutes.map((minute) => worstRatio(family, minute)),
    shares: weights.map(sharesOf),
  }
}

/** At the clients where they are known. */
function worstRatio({ guests }: Family, { domains }: HostMinute): number | null {
  const ratios = domains.flatMap(({ domain, clientSeconds, trueSeconds }) => {
    const { targetSeconds } = guests.find(({ name }) => name === domain)!
    const seconds = clientSeconds ?? trueSeconds
    return targetSeconds === null || seconds === null ? [] : [seconds / targetSeconds]
  })
  return ratios.length === 0 ? null : Math.max(...ratios)
}

function sharesOf(weights: Weights): Record<string, number> {
  const sum = Object.values(weights).reduce((total, weight) => total + weight, 0)
  return Object.fromEntries(Object.entries(weights).map(([name, weight]) => [name, weight / sum]))
}

const WIDTH = 760
const LEFT = 56
const PLOT_WIDTH = WIDTH - LEFT - 84
const RATIO_HEIGHT = 88
const SHARE_HEIGHT = 64
const PANEL = { title: 40, gap: 28, after: 26 }
const PANEL_HEIGHT = PANEL.title + RATIO_HEIGHT + PANEL.gap + SHARE_HEIGHT + PANEL.after
const TOP = 34
/** Logarithmic; what lies outside is drawn at the border. */
const RATIOS = { least: 0.1, most: 30, marks: [0.1, 1, 10] } as const
/** A point is the worst of so many minutes. */
const MINUTES_PER_POINT = 5

/** Colours by domain, Domain-0 first; each is readable on white and on black. */
const COLOURS = [
  '#8a8a8a',
  '#2f7de1',
  '#d9722e',
  '#2f9e6e',
  '#b05ad0',
  '#c2455a',
  '#9a8a1f',
] as const

const STYLE = `
text { font: 12px system-ui, sans-serif; fill: #333 }
.title { font-weight: 600 }
.rule { stroke: #ccc }
.target { stroke: #c0392b; stroke-dasharray: 4 3 }
.ratio { fill: none; stroke: #333 }
.share { fill: none; stroke-width: 1.5 }
@media (prefers-color-scheme: dark) {
  text { fill: #ddd }
  .rule { stroke: #555 }
  .target { stroke: #ff7b6b }
  .ratio { stroke: #ddd }
}`

/** @param days all equally long */
export function dayPicture(title: string, days: readonly PicturedDay[]): string {
  const height = TOP + days.length * PANEL_HEIGHT + 8
  const panels = days.map((day, index) => panel(day, TOP + index * PANEL_HEIGHT))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}">`,
    `<style>${STYLE}\n</style>`,
    text(LEFT, 18, title, 'class="title"'),
    ...panels,
    '</svg>\n',
  ].join('\n')
}

function panel({ title, ratios, shares }: PicturedDay, top: number): string {
  const missed = ratios.filter((ratio) => ratio !== null && ratio >= 1).length / ratios.length
  const ratioTop = top + PANEL.title
  const shareTop = ratioTop + RATIO_HEIGHT + PANEL.gap
  const bottom = shareTop + SHARE_HEIGHT
  const names = Object.keys(shares[0]!)
  return [
    text(
      LEFT,
      top + 14,
      `${title}: a target is missed in ${(100 * missed).toFixed(1)} % of the minutes`,
      'class="title"',
    ),
    ...RATIOS.marks.map((mark) => {
      const y = ratioY(mark, ratioTop)
      const kind = mark === 1 ? 'target' : 'rule'
      return `${line(y, kind)}${text(LEFT - 6, y + 4, `${mark}`, 'text-anchor="end"')}`
    }),
    text(WIDTH - 80, ratioY(1, ratioTop) + 4, 'target = 1'),
    text(LEFT, ratioTop - 6, 'worst 95th percentile over its target'),
    text(LEFT, shareTop - 6, 'share of the credits'),
    ...ratioPaths(ratios, ratioTop).map((path) => `<path class="ratio" d="${path}"/>`),
    ...[0, 0.5, 1].map((share) => {
      const y = bottom - share * SHARE_HEIGHT
      return `${line(y, 'rule')}${text(LEFT - 6, y + 4, `${100 * share} %`, 'text-anchor="end"')}`
    }),
    ...names.map(
      (name, index) =>
        `<path class="share" stroke="${colour(index)}" d="${sharePath(shares, name, bottom)}"/>`,
    ),
    ...names.slice(0, COLOURS.length).map((name, index) => {
      const y = shareTop + 6 + (index * SHARE_HEIGHT) / Math.min(names.length, COLOURS.length)
      return `<text x="${WIDTH - 80}" y="${round(y)}" style="fill: ${colour(index)}">${name}</text>`
    }),
    ...[0, 6, 12, 18, 24].map((hour) =>
      text(
        x((hour * HOUR_SECONDS) / MINUTE_SECONDS),
        bottom + 14,
        `${hour} h`,
        'text-anchor="middle"',
      ),
    ),
  ].join('\n')
}

function colour(index: number): string {
  return COLOURS[index % COLOURS.length]!
}

function x(minute: number): number {
  return LEFT + (PLOT_WIDTH * minute * MINUTE_SECONDS) / DAY_SECONDS
}

function ratioY(ratio: number, top: number): number {
  const inside = Math.min(RATIOS.most, Math.max(RATIOS.least, ratio))
  const part = Math.log(inside / RATIOS.least) / Math.log(RATIOS.most / RATIOS.least)
  return top + RATIO_HEIGHT * (1 - part)
}

/** A path for each stretch without a gap. */
function ratioPaths(ratios: readonly (number | null)[], top: number): string[] {
  const paths: string[] = []
  let points: string[] = []
  for (let from = 0; from <= ratios.length; from += MINUTES_PER_POINT) {
    const known = ratios.slice(from, from + MINUTES_PER_POINT).filter((ratio) => ratio !== null)
    if (known.length > 0) {
      points.push(`${round(x(from))} ${round(ratioY(Math.max(...known), top))}`)
    } else if (points.length > 0) {
      paths.push(`M${points.join('L')}`)
      points = []
    }
  }
  return points.length > 0 ? [...paths, `M${points.join('L')}`] : paths
}

/** A step where weights change. */
function sharePath(shares: PicturedDay['shares'], name: string, bottom: number): string {
  const y = (minute: number) => round(bottom - shares[minute]![name]! * SHARE_HEIGHT)
  const steps = shares.flatMap((_, minute) =>
    minute > 0 && shares[minute]![name] !== shares[minute - 1]![name]
      ? [`H${round(x(minute))}V${y(minute)}`]
      : [],
  )
  return `M${LEFT} ${y(0)}${steps.join('')}H${round(x(shares.length))}`
}

function line(y: number, kind: string): string {
  return `<line class="${kind}" x1="${LEFT}" x2="${LEFT + PLOT_WIDTH}" y1="${round(y)}" y2="${round(y)}"/>`
}

function text(left: number, y: number, words: string, attributes = ''): string {
  return `<text x="${round(left)}" y="${round(y)}" ${attributes}>${words}</text>`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
