// `npm run audit -- COMMAND`: verifies the audit trail from outside. Each command is a file in
// scripts/audit.
import { commandLine } from './lib/form/sources.ts'

/** @returns whether everything was as it should be */
type Command = (args: string[], env: NodeJS.ProcessEnv) => Promise<boolean>

const commands: Record<string, { usage: string; load: () => Promise<Command> }> = {
  verify: {
    usage: 'verify EXPORT [PUBLIC-KEY]',
    load: async () => (await import('./audit/verify.ts')).verify,
  },
  anchor: { usage: 'anchor', load: async () => (await import('./audit/anchor.ts')).anchor },
  check: { usage: 'check ANCHOR', load: async () => (await import('./audit/check.ts')).check },
}

const [name = '', ...args] = process.argv.slice(2)
try {
  if (!Object.hasOwn(commands, name)) {
    const usages = Object.values(commands).map(({ usage }) => `  ${commandLine('audit')} ${usage}`)
    throw new Error(`Usage:\n${usages.join('\n')}`)
  }
  const run = await commands[name]!.load()
  if (!(await run(args, process.env))) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
