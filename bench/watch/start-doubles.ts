import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'

interface Doubles {
  pid: number
  /** Where the SSH servers listen, as `make-watches.ts` wants it. */
  places: unknown
  stop(): Promise<void>
}

/** Starts the process of the doubles, which let the owner of the key in. */
export async function startDoubles(
  { guests, rate }: { guests: number; rate: number },
  publicKey: string,
): Promise<Doubles> {
  const script = path.join(import.meta.dirname, 'doubles.ts')
  const options = ['--guests', String(guests), '--rate', String(rate), '--authorise', publicKey]
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return {
    pid: child.pid!,
    places: JSON.parse(line),
    async stop() {
      if (child.exitCode !== null) return
      child.kill()
      await once(child, 'exit')
    },
  }
}
