import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const FONT = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'))

let ready: Promise<unknown> | undefined

/** An SVG whose texts are set in DejaVu Sans, as a PNG at twice its size. */
export async function renderPng(svg: string): Promise<Buffer> {
  // A server without any fonts of its own would draw boxes; once loaded, the font is known to all.
  ready ??= sharp({ text: { text: 'x', font: 'DejaVu Sans', fontfile: FONT } }).toBuffer()
  await ready
  return sharp(Buffer.from(svg), { density: 144 }).png({ palette: true }).toBuffer()
}
