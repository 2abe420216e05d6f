import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { tokenOfLink } from '@steelyard/contract'
import { root } from '../scripts/lib/paths.ts'
import { administrator } from './lib/administrator.ts'
import { test } from './lib/fresh-test.ts'
import { expect } from './lib/patience.ts'
import { weightsOf } from './lib/xen-double.ts'

// Runs docs/guides/walkthrough.sh with nothing but curl, as a reader would.

const run = promisify(execFile)

/** Takes the place of the operator who appends the line to `authorized_keys`. */
const onKey = (controlUrl: string) => `#!${process.execPath}
const publicKey = /ssh-ed25519 \\S+/.exec(process.argv[2])[0]
fetch('${controlUrl}/authorise', { method: 'POST', body: JSON.stringify({ publicKey }) })
`

test('the documented script completes every step with curl', async ({
  product,
  host,
}, testInfo) => {
  const before = weightsOf(await host.state())
  const installer = testInfo.outputPath('on-key.cjs')
  await writeFile(installer, onKey(host.controlUrl), { mode: 0o755 })

  const { address, port, username } = host
  const { stdout } = await run(
    'bash',
    ['docs/guides/walkthrough.sh', 'samples/paper-table3-equal', address, String(port), username],
    {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        STEELYARD_API: product.apiUrl,
        SETUP_TOKEN: tokenOfLink(product.setupUrl!),
        PASSWORD: administrator.password,
        ON_KEY: installer,
      },
    },
  )

  expect(stdout).toContain(host.hostKeyFingerprint)
  expect(stdout).toMatch(/^ {2}vm1: [\d.]+ -> [\d.]+ ms, provisional$/m)
  expect(stdout).toMatch(/^ {2}vm1: [\d.]+ ms, simulated \([\d.]+ to [\d.]+\)$/m)
  expect(stdout).toMatch(/^ {2}verified: /m)
  expect(stdout).toMatch(/^ {2}rolled-back: /m)
  expect(stdout).toMatch(/^ {2}watching, observed up to /m)
  expect(stdout).toMatch(/^ {2}granted by .+ until /m)
  expect(stdout).toMatch(/^ {2}stopped: /m)
  const after = await host.state()
  expect(weightsOf(after)).toEqual(before)
  const sets = after.commands.filter((command) => / -w \d+/.test(command))
  const announced = sets.filter((command) => stdout.includes(`  ${command}`))
  expect(announced.length).toBeGreaterThan(0)
  expect(sets).toHaveLength(2 * announced.length) // each set once and put back once
})
