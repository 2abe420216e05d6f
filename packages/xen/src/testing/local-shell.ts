import { type HostCommand, renderCommandLine } from '../host-command.ts'
import type { RemoteShell } from '../remote-shell.ts'
import type { DoubleHost } from './double-state.ts'
import { answerXl } from './xl-dialogue.ts'

/** A shell without SSH in between, for tests of commands and their parsing. */
export function localShell(host: DoubleHost): RemoteShell {
  const commandLine = (command: HostCommand) => renderCommandLine(command, 'root')
  const answer = (command: HostCommand) => answerXl(host, commandLine(command).split(' ').slice(1))
  return {
    commandLine,
    run: async (command) => answer(command),
    async stream(command, { sink }) {
      const { exitCode, stdout, stderr } = answer(command)
      const bytes = Buffer.from(stdout)
      await sink(bytes)
      return { exitCode, stderr, bytes: bytes.length }
    },
    close: async () => {},
  }
}
