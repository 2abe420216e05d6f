import { Readable, Writable } from 'node:stream'
import { run } from '../run.ts'

export interface Ran {
  exitCode: number
  output: string
  errors: string
}

/** Carries out a command line in this process, with this input and nothing else of its environment. */
export async function runInTest(
  args: readonly string[],
  { env = {}, input = '' }: { env?: Record<string, string>; input?: string } = {},
): Promise<Ran> {
  const [output, errors] = [collector(), collector()]
  const terminal = { env, input: Readable.from([input]), output, errors }
  const exitCode = await run(args, terminal)
  return { exitCode, output: output.text(), errors: errors.text() }
}

function collector(): Writable & { text(): string } {
  const chunks: Buffer[] = []
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(Buffer.from(chunk))
      done()
    },
  })
  return Object.assign(sink, { text: () => Buffer.concat(chunks).toString() })
}
