/**
 * What reading a log costs beside `gzip -dc` and awk on the same file, in CPU time, which other work on
 * the machine changes little. Small enough for every run of `.ci/run`, so that the next loss is seen:
 * the whole product with a long log is `ingestion.ts`.
 *
 *   tsx bench/ingestion-ratio.ts [--gzip-bytes 20000000] [--json]
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { crc32 } from 'node:zlib'
import {
  contentOnDisk,
  eachMember,
  ObservationBuilder,
  readSource,
  type SourceSpec,
  type UploadedFile,
} from '@steelyard/traces'
import { nodeFlags } from '../scripts/lib/child-process.ts'
import { writeAccessLog } from './lib/access-log.ts'

const { values } = parseArgs({
  options: {
    'gzip-bytes': { type: 'string', default: '20000000' },
    json: { type: 'boolean', default: false },
    /** How this script runs itself: with the flags of the worker, for one pass over a file. */
    pass: { type: 'string' },
    file: { type: 'string' },
  },
})

const spec: SourceSpec = {
  kind: 'access-log',
  syntax: 'apache',
  format: '%h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-Agent}i" %D',
  domainBy: { by: 'fixed', domain: 'vm1' },
}

const passes: Record<string, (file: UploadedFile) => Promise<void>> = {
  inspecting: (file) => {
    const sent = createHash('sha256')
    return eachMember(
      file,
      async (_, bytes) => {
        let checksum = 0
        for await (const chunk of bytes as AsyncIterable<Buffer>) checksum = crc32(chunk, checksum)
      },
      { onRaw: (chunk) => sent.update(chunk) },
    )
  },
  observing: async (file) => {
    const builder = new ObservationBuilder({ windowSeconds: 10 })
    await eachMember(file, async (_, bytes) => void (await readSource(bytes, spec, builder)))
    builder.finish()
  },
}

if (values.pass) {
  const before = process.cpuUsage()
  const file = values.file!
  await passes[values.pass]!({ content: contentOnDisk(file), name: path.basename(file) })
  const { user, system } = process.cpuUsage(before)
  console.log((user + system) / 1e6)
} else {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'steelyard-ratio-'))
  try {
    const file = path.join(dir, 'vm1.log.gz')
    await writeAccessLog(file, Number(values['gzip-bytes']))
    compare(file)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

function compare(file: string): void {
  // Each twice, in turns, and the lesser of both: what disturbs a run only adds to it.
  const twice = [0, 1].map(() => ({
    gzip: cpuOfShell('gzip -dc "$1"', file),
    awk: cpuOfShell(
      'gzip -dc "$1" | awk \'{ n[$4]++; s[$4] += $NF } END { for (t in n) print t, n[t], s[t]/n[t] }\'',
      file,
    ),
    inspecting: cpuOfPass('inspecting', file),
    observing: cpuOfPass('observing', file),
  }))
  const [one, other] = twice as [(typeof twice)[0], (typeof twice)[0]]
  const least = (key: keyof typeof one) => Math.min(one[key], other[key])
  const both = least('inspecting') + least('observing')
  const result = {
    cpuSeconds: {
      'gzip -dc': least('gzip'),
      'gzip -dc and awk': least('awk'),
      inspecting: least('inspecting'),
      observing: least('observing'),
    },
    timesGzip: both / least('gzip'),
    timesAwk: both / least('awk'),
  }
  if (values.json) console.log(JSON.stringify(result, null, 2))
  else
    console.log(
      `A log is inspected and read in ${result.timesGzip.toFixed(2)} times the CPU time of \`gzip -dc\`, ${result.timesAwk.toFixed(2)} times that of gzip and awk (${Object.entries(
        result.cpuSeconds,
      )
        .map(([what, seconds]) => `${what} ${seconds.toFixed(2)} s`)
        .join(', ')}).`,
    )
}

function cpuOfPass(pass: string, file: string): number {
  const flags = [...nodeFlags.worker, '--import', 'tsx', import.meta.filename]
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [...flags, '--pass', pass, '--file', file],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(stderr)
  return Number(stdout)
}

/** CPU seconds of all that a shell starts, by its own account. */
function cpuOfShell(command: string, file: string): number {
  const { stdout, status } = spawnSync(
    'sh',
    ['-c', `{ ${command}; } >/dev/null; times`, 'sh', file],
    {
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(`${command} failed`)
  return [...stdout.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  )
}
