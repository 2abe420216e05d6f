import type { Command } from '../command.ts'
import { completionScript, SHELLS, type Shell } from '../completion-script.ts'
import { EXIT } from '../exit-codes.ts'

export const completion: Command = {
  name: 'completion',
  summary: 'print a script that completes commands and options in a shell',
  arguments: ['SHELL'],
  choices: SHELLS,
  options: {},
  notes: [
    'bash: source <(steelyard completion bash)',
    'zsh:  source <(steelyard completion zsh), after compinit',
    'fish: steelyard completion fish | source',
  ],
  async run({ output }, given, commands) {
    output.write(completionScript(given.arguments[0] as Shell, commands))
    return EXIT.done
  },
}
