// `npm run admin -- COMMAND`: what only whoever runs this machine may do. Each command is a file in
// scripts/admin.
import { commandLine } from './lib/form/sources.ts'

type Command = (env: NodeJS.ProcessEnv, ...args: string[]) => Promise<void>

const commands: Record<string, { args: string; load: () => Promise<Command> }> = {
  'reset-password': {
    args: 'EMAIL [--administrator]',
    load: async () => (await import('./admin/reset-password.ts')).resetPassword,
  },
  'rotate-key': {
    args: '',
    load: async () => (await import('./admin/rotate-key.ts')).rotateKey,
  },
}

/** Whether as many words were given as the command takes. */
function fits(args: string, given: readonly string[]): boolean {
  const words = args.split(' ').filter(Boolean)
  const least = words.filter((word) => !word.startsWith('[')).length
  const options = words.map((word) => word.replace(/^\[|\]$/g, ''))
  const known = given.every((word) => !word.startsWith('--') || options.includes(word))
  return known && given.length >= least && given.length <= words.length
}

const usage = Object.entries(commands).map(([name, { args }]) =>
  `  ${commandLine('admin')} ${name} ${args}`.trimEnd(),
)
const [name = '', ...given] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
try {
  if (!command || !fits(command.args, given)) throw new Error(`Usage:\n${usage.join('\n')}`)
  const run = await command.load()
  await run(process.env, ...given)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
