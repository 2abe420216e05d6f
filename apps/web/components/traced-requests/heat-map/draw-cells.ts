import { COLUMNS, type HeatCell, ROWS, strengthOf } from './heat-cells.ts'

/** Draws the cells in the text colour of the canvas, which follows the theme. */
export function drawCells(canvas: HTMLCanvasElement, cells: readonly HeatCell[]): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const width = Math.round(canvas.clientWidth * devicePixelRatio)
  const height = Math.round(canvas.clientHeight * devicePixelRatio)
  // To set the size also clears what was drawn before.
  canvas.width = width
  canvas.height = height
  context.fillStyle = getComputedStyle(canvas).color
  const most = Math.max(...cells.map(({ count }) => count))
  for (const { column, row, count } of cells) {
    // Whole device pixels, so that neighbours touch without seams.
    const left = Math.round((column * width) / COLUMNS)
    const right = Math.round(((column + 1) * width) / COLUMNS)
    const top = Math.round(height - ((row + 1) * height) / ROWS)
    const bottom = Math.round(height - (row * height) / ROWS)
    context.globalAlpha = strengthOf(count, most)
    context.fillRect(left, top, right - left, bottom - top)
  }
}
