import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { UsageFault } from '../faults.ts'
import type { Terminal } from './terminal.ts'

/**
 * A secret from its variable of the environment, or else asked for without echo, or else the first
 * line of the input. It is never an argument, which other accounts of the machine could read.
 */
export async function secretFrom(
  terminal: Terminal,
  { variable, question }: { variable: string; question: string },
): Promise<string> {
  const given = terminal.env[variable]
  if (given) return given
  const secret = terminal.input.isTTY
    ? await ask(terminal, `${question}: `, { echo: false })
    : ((await text(terminal.input)).split(/\r?\n/)[0] ?? '')
  if (secret.trim() === '') {
    throw new UsageFault(`${question} is missing. Set ${variable}, or pass it on standard input.`)
  }
  return secret
}

/** Asks whether to go on. Anything but yes is no. */
export async function isAgreed(terminal: Terminal, question: string): Promise<boolean> {
  if (!terminal.input.isTTY) throw new UsageFault('Nobody can be asked here. Use --yes to go on.')
  return /^y(es)?$/i.test((await ask(terminal, `${question} [y/N] `, { echo: true })).trim())
}

async function ask(
  { input, errors }: Terminal,
  question: string,
  { echo }: { echo: boolean },
): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  errors.write(question)
  const asked = createInterface({ input, output: echo ? errors : nowhere, terminal: true })
  try {
    return await new Promise((resolve, reject) => {
      asked.once('line', resolve)
      // Ctrl-C and Ctrl-D.
      for (const event of ['SIGINT', 'close']) {
        asked.once(event, () => reject(new UsageFault('Nothing was entered.')))
      }
    })
  } finally {
    asked.close()
    if (!echo) errors.write('\n')
  }
}
