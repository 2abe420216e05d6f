import type { Browser, BrowserContextOptions, Request } from '@playwright/test'

export interface FirstPaint {
  /** Largest contentful paint, in milliseconds after the request. */
  lcpMs: number
  /** Cumulative layout shift. */
  shift: number
  /** Scripts that the page itself names, as transferred, compressed. */
  scriptKb: number
  /** Scripts that came afterwards: charts are drawn when all else can be read and used. */
  laterKb: number
  requests: number
}

/** Collects what the browser reports from the very beginning of the page. */
const OBSERVE = `
  window.__paint = { lcpMs: 0, shift: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.__paint.lcpMs = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.__paint.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
`

/** Opens a page with an empty cache and waits until it rests. */
export async function firstPaintOf(
  browser: Browser,
  path: string,
  options: BrowserContextOptions,
): Promise<FirstPaint> {
  const context = await browser.newContext(options)
  try {
    const page = await context.newPage()
    await page.addInitScript(OBSERVE)
    let requests = 0
    const scripts: Request[] = []
    page.on('request', () => {
      requests += 1
    })
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script') scripts.push(request)
    })
    const html = (await (await page.goto(path))?.text()) ?? ''
    await page.waitForLoadState('networkidle')
    const seen = await page.evaluate<{ lcpMs: number; shift: number }>('window.__paint')
    const isNamed = (request: Request) => html.includes(new URL(request.url()).pathname)
    return {
      lcpMs: Math.round(seen.lcpMs),
      shift: Math.round(seen.shift * 1000) / 1000,
      scriptKb: await kilobytesOf(scripts.filter(isNamed)),
      laterKb: await kilobytesOf(scripts.filter((request) => !isNamed(request))),
      requests,
    }
  } finally {
    await context.close()
  }
}

async function kilobytesOf(requests: readonly Request[]): Promise<number> {
  const sizes = await Promise.all(requests.map((request) => request.sizes()))
  return Math.round(sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0) / 1024)
}
