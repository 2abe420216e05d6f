import { COMMANDS } from './commands.ts'
import { describeError } from './describe-error.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { UsageFault } from './faults.ts'
import { helpOf, helpOfAll } from './help.ts'
import { parseGiven } from './parse-given.ts'
import type { Terminal } from './terminal/terminal.ts'
import { writeLine } from './terminal/write-line.ts'

/** Carries out one command line. Never throws: what goes wrong is printed, and has an exit code. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  try {
    return await carryOut(args, terminal)
  } catch (error) {
    const { exitCode, problem, lines } = describeError(error)
    if (args.includes('--json')) terminal.errors.write(`${JSON.stringify({ error: problem })}\n`)
    else for (const line of lines) writeLine(terminal.errors, line)
    return exitCode
  }
}

async function carryOut([name, ...rest]: readonly string[], terminal: Terminal): Promise<ExitCode> {
  if (name === undefined || name === '--help' || name === 'help') {
    terminal.output.write(`${helpOfAll(COMMANDS).join('\n')}\n`)
    return name === undefined ? EXIT.wrongUse : EXIT.done
  }
  const command = COMMANDS.find((each) => each.name === name)
  if (!command) throw new UsageFault(`There is no command ${name}. steelyard --help lists them.`)
  const given = parseGiven(command, rest)
  if (given.has('help')) {
    terminal.output.write(`${helpOf(command).join('\n')}\n`)
    return EXIT.done
  }
  return command.run(terminal, given, COMMANDS)
}
