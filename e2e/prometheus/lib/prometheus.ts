import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inRoot } from '../../../scripts/lib/paths.ts'

const COMPANION = inRoot('companions/prometheus')

/**
 * Debian's Prometheus with the shipped rules and the shipped configuration, on other ports. It also
 * takes what is written to it.
 */
export class Prometheus {
  readonly #port: number
  readonly child: ChildProcess

  constructor(directory: string, port: number, metricsPort: number) {
    this.#port = port
    const rules = 'steelyard.rules.yml'
    copyFileSync(path.join(COMPANION, rules), path.join(directory, rules))
    const shipped = readFileSync(path.join(COMPANION, 'prometheus.yml'), 'utf8')
    const config = shipped
      .replace(/targets: .*/, `targets: ['127.0.0.1:${metricsPort}']`)
      .replace('scrape_interval: 30s', 'scrape_interval: 1s')
    const file = path.join(directory, 'prometheus.yml')
    writeFileSync(file, config)
    const args = [
      `--config.file=${file}`,
      `--storage.tsdb.path=${path.join(directory, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--web.enable-remote-write-receiver',
      '--log.level=error',
    ]
    this.child = spawn('prometheus', args, { stdio: ['ignore', 'inherit', 'inherit'] })
  }

  get writeUrl(): string {
    return `http://127.0.0.1:${this.#port}/api/v1/write`
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return
    const ended = once(this.child, 'exit')
    this.child.kill('SIGTERM')
    await ended
  }

  /** @param question a path below /api/v1 */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  async ask(question: string): Promise<any> {
    const answer = await fetch(`http://127.0.0.1:${this.#port}/api/v1/${question}`)
    const { status, data } = await answer.json()
    if (status !== 'success') throw new Error(`${question} fails`)
    return data
  }

  /** Asks again until a query has an answer. */
  async until(query: string): Promise<{ metric: Record<string, string>; value: string }[]> {
    for (;;) {
      if (this.child.exitCode !== null) throw new Error('Prometheus has ended')
      const data = await this.ask(`query?query=${encodeURIComponent(query)}`).catch(() => null)
      if (data?.result.length > 0) {
        return data.result.map(
          ({ metric, value }: { metric: Record<string, string>; value: [number, string] }) => ({
            metric,
            value: value[1],
          }),
        )
      }
      await sleep(200)
    }
  }
}
