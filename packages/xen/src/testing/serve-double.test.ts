import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { generateHostKeyPair } from '../access/generate-host-key-pair.ts'
import { readHost } from '../read-host.ts'
import { connectHost } from '../ssh/connect-host.ts'
import { LOOPBACK } from './fixture.ts'

let child: ChildProcess
afterEach(async () => {
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
})

describe('serve-double', () => {
  it('serves a host of its own, controlled over a control port', async () => {
    const script = fileURLToPath(new URL('./serve-double.ts', import.meta.url))
    child = spawn(process.execPath, ['--import', 'tsx', script, '--scheduler', 'credit2'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = await once(createInterface(child.stdout!), 'line')
    const { port, controlPort, hostKeyFingerprint } = JSON.parse(line as string)
    const post = async (path: string, body: object = {}) => {
      const init = { method: 'POST', body: JSON.stringify(body) }
      const answer = await fetch(`http://127.0.0.1:${controlPort}${path}`, init)
      return answer.ok ? ((await answer.json()) as { commands: string[] }) : answer.status
    }
    const { privateKey, publicKey } = generateHostKeyPair('steelyard')
    await post('/authorise', { publicKey })
    const shell = await connectHost({
      address: '127.0.0.1',
      port,
      rules: LOOPBACK,
      username: 'root',
      privateKey,
      hostKeyFingerprint,
    })
    await post('/happen', { what: 'setWeight', name: 'vm1', weight: 700 })
    const inventory = await readHost(shell)
    expect(inventory.scheduler).toBe('credit2')
    expect(inventory.domains[1]).toMatchObject({ name: 'vm1', weight: 700 })
    expect(await post('/happen', { what: 'explode' })).toBe(400)
    const state = await post('/reset')
    expect(state).toMatchObject({ commands: [], domains: [{}, { weight: 256 }, {}, {}] })
    await shell.close()
  })
})
