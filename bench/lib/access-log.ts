import { createWriteStream, existsSync, renameSync, statSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { parkMiller } from '@steelyard/model'

const HOST_RATE_PER_SECOND = 200

/**
 * Writes a gzipped Apache log (combined format and %D) of at least `gzipBytes` compressed bytes:
 * Poisson arrivals, exponential durations of 8 ms, and addresses and queries that do not compress
 * well.
 * @returns the number of lines written, or null when the file exists from an earlier run
 */
export async function writeAccessLog(
  path: string,
  gzipBytes: number,
  seed = 20101,
): Promise<number | null> {
  if (existsSync(path) && statSync(path).size >= gzipBytes) return null
  // A fixed sequence, so that every run makes the same log.
  const draw = parkMiller(seed, 16807)
  const gzip = createGzip({ level: 1 })
  const file = createWriteStream(`${path}.part`)
  let compressed = 0
  gzip.on('data', (chunk: Buffer) => {
    compressed += chunk.length
  })
  gzip.pipe(file)
  let lines = 0
  let at = Date.UTC(2026, 8, 1)
  while (compressed < gzipBytes) {
    let block = ''
    for (let i = 0; i < 2000; i += 1, lines += 1) {
      at += (-Math.log(draw()) * 1000) / HOST_RATE_PER_SECOND
      block += line(at, draw)
    }
    if (!gzip.write(block)) await new Promise((resolve) => gzip.once('drain', resolve))
  }
  gzip.end()
  await finished(file)
  renameSync(`${path}.part`, path)
  return lines
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function line(atMs: number, draw: () => number): string {
  const time = new Date(atMs)
  const two = (value: number) => String(value).padStart(2, '0')
  const stamp =
    `${two(time.getUTCDate())}/${MONTHS[time.getUTCMonth()]}/${time.getUTCFullYear()}:` +
    `${two(time.getUTCHours())}:${two(time.getUTCMinutes())}:${two(time.getUTCSeconds())} +0000`
  const address = `10.${(draw() * 255) | 0}.${(draw() * 255) | 0}.${(draw() * 255) | 0}`
  const query = Math.floor(draw() * 2 ** 40).toString(36)
  const micros = Math.ceil(-Math.log(draw()) * 8000)
  return (
    `${address} - - [${stamp}] "GET /item/${(draw() * 9999) | 0}?session=${query} HTTP/1.1" 200 ` +
    `${(draw() * 40000) | 0} "-" "Mozilla/5.0 (X11; Linux x86_64) bench/${(draw() * 99) | 0}" ${micros}\n`
  )
}
