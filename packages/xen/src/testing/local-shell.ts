import { renderCommandLine } from '../host-command.ts'
import type { RemoteShell } from '../remote-shell.ts'
import type { DoubleHost } from './double-state.ts'
import { answerXl } from './xl-dialogue.ts'

/** A shell without SSH in between, for tests of what is asked and understood. */
export function localShell(host: DoubleHost): RemoteShell {
  return {
    commandLine: (command) => renderCommandLine(command, 'root'),
    run: async (command) => answerXl(host, renderCommandLine(command, 'root').split(' ').slice(1)),
    close: async () => {},
  }
}
