import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { PlannedRecording } from './campaign-types.ts'
import { guestAddress } from './guest-address.ts'
import { recordingJson } from './recording-json.ts'
import { clockPair, domainsListed, firstTsc, startEpoch, tscHzOf } from './run-facts.ts'
import { xenmonOfTrace } from './xenmon-of-trace.ts'

/** Converts the files that Domain-0 wrote into the layout of recordings. */
export async function layOut(raw: string, into: string, plan: PlannedRecording): Promise<void> {
  const read = (name: string) => readFileSync(path.join(raw, name))
  const write = (name: string, content: string | Buffer) => {
    const file = path.join(into, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, name.endsWith('.gz') ? gzipSync(content, { level: 9 }) : content)
  }
  for (const [index, { name }] of plan.guests.entries()) {
    const logs = `logs/${guestAddress(index + 1)}`
    write(`client/${name}.csv.gz`, read(`client/${name}.csv`))
    write(`access/${name}.log.gz`, read(`${logs}/access.log`))
    write(`access-epoch/${name}.log.gz`, read(`${logs}/access-epoch.log`))
  }
  const trace = read('xentrace.bin')
  write('xentrace.bin.gz', trace)
  write('xentop.log.gz', read('xentop.log'))
  for (const name of ['xl-before.txt', 'xl-after.txt']) write(name, read(name))

  const before = clockPair(read('clocks').toString())
  const tscHz = tscHzOf(before, clockPair(read('clocks-after').toString()))
  const domains = domainsListed(read('xl-before.txt').toString())
  const traceStart = before.epochSeconds + Number(firstTsc(trace) - before.tsc) / tscHz
  const monitored = await xenmonOfTrace({
    path: path.join(raw, 'xentrace.bin'),
    startEpochSeconds: traceStart,
    tscHz,
    domains,
  })
  for (const { name, id } of domains) write(`xenmon/log-dom${id}.log`, monitored.textOf.get(name)!)
  const facts = {
    domains,
    tscHz,
    xenVersion: read('xen-version').toString().trim(),
    startEpochSeconds: startEpoch(read('replay.out').toString()),
    xenmonStartEpochSeconds: monitored.startEpochSeconds,
    xentraceStartEpochSeconds: traceStart,
  }
  write('recording.json', recordingJson(plan, facts))
}
