/** A log in the common format with %D, one request per millisecond, of any length. */
export function generatedLog(lines: number): Buffer {
  const block: string[] = []
  for (let second = 0; second < 60; second++) {
    const stamp = `[01/Oct/2026:12:00:${String(second).padStart(2, '0')} +0000]`
    const line = `10.0.0.1 - - ${stamp} "GET /page HTTP/1.1" 200 1234 5000\n`
    block.push(line.repeat(1000))
  }
  const minute = Buffer.from(block.join(''))
  return Buffer.concat(Array.from({ length: Math.ceil(lines / 60_000) }, () => minute))
}

export const GENERATED_LOG_FORMAT = '%h %l %u %t "%r" %>s %b %D'
