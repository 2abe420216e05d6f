import { run } from './run.ts'

// A reader that has seen enough, such as head, is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

const { env, stdin, stdout, stderr } = process
const terminal = { env, input: stdin, output: stdout, errors: stderr }
process.exitCode = await run(process.argv.slice(2), terminal)
