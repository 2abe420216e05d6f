import type { Page } from '@playwright/test'

/**
 * Runs in the page: a line for each text that is cut off, lies outside of the page, runs into
 * another one, or has but a few letters on each line. A name may be cut where its `title` has all of
 * it. What scrolls is not cut, but a table should rather stack.
 */
const CUT_TEXTS = `(() => {
  const found = new Set()
  const width = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth > width)
    found.add('the page scrolls sideways: ' + document.documentElement.scrollWidth + ' px')
  const quoted = (text) => JSON.stringify(text.trim().replace(/\\s+/g, ' ').slice(0, 50))
  const isUnseen = (element) => {
    for (let each = element; each; each = each.parentElement)
      if (getComputedStyle(each).clipPath !== 'none') return true // for screen readers alone
    return !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  }
  /** The part of the box that can be seen, and whether the text is cut without a way to read it. */
  const seen = (box, element, text) => {
    const part = { left: box.left, right: box.right, top: box.top, bottom: box.bottom }
    let cut = false
    let scrolls = false
    for (let each = element; each && each !== document.body; each = each.parentElement) {
      const style = getComputedStyle(each)
      if (style.position === 'fixed') break
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue
      const edge = each.getBoundingClientRect()
      const auto = /auto|scroll/
      const mayScroll = auto.test(style.overflowX) || auto.test(style.overflowY)
      if (mayScroll) scrolls = true
      else if (part.right > edge.right + 1.5 || part.left < edge.left - 1.5 || part.bottom > edge.bottom + 3) {
        const titled = each.closest('[title]')?.title ?? ''
        if (!(style.textOverflow === 'ellipsis' && titled.includes(text.trim().slice(0, 8)))) cut = true
      }
      part.left = Math.max(part.left, edge.left)
      part.right = Math.min(part.right, edge.right)
      part.top = Math.max(part.top, edge.top)
      part.bottom = Math.min(part.bottom, edge.bottom)
    }
    return { part, cut, scrolls }
  }
  /** What floats over the page as it scrolls, such as a bar of buttons. */
  const floatOf = (element) => {
    for (let each = element; each; each = each.parentElement)
      if (/sticky|fixed/.test(getComputedStyle(each).position)) return each
    return null
  }
  const root = document.querySelector('dialog[open]') ?? document.body
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const rows = new Map()
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const element = text.parentElement
    if (!text.data.trim() || !element || /^(SCRIPT|STYLE|NOSCRIPT|TITLE|DESC)$/i.test(element.tagName)) continue
    if (isUnseen(element)) continue
    const float = floatOf(element)
    const range = document.createRange()
    range.selectNodeContents(text)
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    if (lines > 2 && text.data.trim().length < 4 * lines) found.add('in shreds: ' + quoted(text.data))
    for (const box of range.getClientRects()) {
      if (box.width < 2) continue
      const { part, cut, scrolls } = seen(box, element, text.data)
      if (cut) found.add('cut: ' + quoted(text.data))
      if (part.right - part.left < 1 || part.bottom - part.top < 1) continue
      if (!scrolls && (part.right > width + 1 || part.left < -1)) found.add('outside: ' + quoted(text.data))
      for (let row = Math.floor(part.top / 40); row <= Math.floor(part.bottom / 40); row += 1) {
        for (const other of rows.get(row) ?? []) {
          if (other.text === text || other.float !== float) continue
          const across = Math.min(part.right, other.part.right) - Math.max(part.left, other.part.left)
          const down = Math.min(part.bottom, other.part.bottom) - Math.max(part.top, other.part.top)
          if (across > 2 && down > 5) found.add('overlap: ' + quoted(other.text.data) + ' and ' + quoted(text.data))
        }
        rows.set(row, [...(rows.get(row) ?? []), { part, text, float }])
      }
    }
  }
  for (const table of root.querySelectorAll('table')) {
    const place = table.closest('section[aria-label]')
    if (place && !isUnseen(table) && place.scrollWidth > place.clientWidth + 1)
      found.add('a table scrolls: ' + quoted(table.caption?.textContent ?? ''))
  }
  return [...found]
})()`

/** How long charts and tables may take to follow a change of the width, on a busy machine. */
const SETTLES_MS = [60, 300, 1_000]

/** What cannot be read on the page, once it has settled. */
export async function cutTexts(page: Page): Promise<string[]> {
  let cut: string[] = []
  for (const waitMs of SETTLES_MS) {
    await page.evaluate(
      `new Promise((done) => requestAnimationFrame(() => setTimeout(done, ${waitMs})))`,
    )
    cut = await page.evaluate<string[]>(CUT_TEXTS)
    if (cut.length === 0) break
  }
  return cut
}
