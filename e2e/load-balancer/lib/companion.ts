import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from '../../../scripts/lib/paths.ts'
import { end } from './backends.ts'
import { companionSettings } from './companion-settings.ts'
import type { Haproxy } from './haproxy.ts'

/** Runs the script as installed, with its configuration and its token in separate files. */
export class Companion {
  log = ''
  readonly #child: ChildProcess

  constructor(
    directory: string,
    haproxy: Haproxy,
    { url, hostId, token }: { url: string; hostId: string; token: string },
  ) {
    const tokenFile = path.join(directory, 'token')
    writeFileSync(tokenFile, `${token}\n`, { mode: 0o600 })
    const settings = path.join(directory, 'steelyard-haproxy.conf')
    const text = companionSettings({
      STEELYARD_URL: url,
      STEELYARD_HOST_ID: hostId,
      STEELYARD_TOKEN_FILE: tokenFile,
      HAPROXY_CONFIG: haproxy.config,
      THREADS_CONFIG: haproxy.threadsConfig,
      STATS_SOCKET: haproxy.statsSocket,
      MAX_THREADS: '4', // this machine may have fewer CPUs than the simulated host
      RELOAD: haproxy.reloadCommand,
    })
    writeFileSync(settings, text)
    this.#child = spawn('sh', [inRoot('companions/haproxy/steelyard-haproxy'), settings], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.#child.stderr!.setEncoding('utf8').on('data', (chunk) => {
      this.log += chunk
    })
  }

  stop(): Promise<void> {
    return end(this.#child)
  }
}
