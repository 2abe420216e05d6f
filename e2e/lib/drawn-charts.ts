import type { Page } from '@playwright/test'
import { expect } from './patience.ts'

/** What a chart has before anything is drawn in it, and what needs no data. */
const FRAME =
  'defs, clipPath, .recharts-cartesian-grid, .recharts-cartesian-axis, .recharts-reference-area, .recharts-reference-line, .recharts-legend-wrapper'

/** Runs in the page: a line for each chart in which nothing is painted. */
const EMPTY_CHARTS = `(() => {
  const isPainted = (shape) => {
    if (shape.closest(${JSON.stringify(FRAME)})) return false
    const { width, height } = shape.getBoundingClientRect()
    return width + height > 2
  }
  const isShown = (element) => element.getClientRects().length > 0
  const spaces = [...document.querySelectorAll('[data-chart-space]')]
    .filter((space) => isShown(space) && space.childElementCount === 0)
    .map(() => 'a chart whose code has not come')
  const charts = [...document.querySelectorAll('.recharts-responsive-container')]
    .filter(isShown)
    .filter((chart) => ![...chart.querySelectorAll('path, circle, rect, line, polyline')].some(isPainted))
    .map((chart) => chart.querySelector('title')?.textContent ?? 'a chart without a title')
  return [...spaces, ...charts]
})()`

/**
 * Waits until something is drawn in every chart on the page.
 * @throws Error naming the charts that stay empty
 */
export async function waitForCharts(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(EMPTY_CHARTS), { message: `empty charts on ${page.url()}` })
    .toEqual([])
}
