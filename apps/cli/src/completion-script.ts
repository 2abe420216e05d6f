import { type Command, OPTIONS_OF_ALL } from './command.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/** The words of a command that a shell can complete: its options, and fixed arguments. */
function wordsOf({ options, choices = [] }: Command): string[] {
  return [...choices, ...Object.keys({ ...options, ...OPTIONS_OF_ALL }).map((name) => `--${name}`)]
}

/** The fixed values of the options of a command. */
function valuesOf({ options }: Command): [option: string, values: readonly string[]][] {
  return Object.entries(options).flatMap(([name, { choices }]) =>
    choices ? [[`--${name}`, choices] as [string, readonly string[]]] : [],
  )
}

/** A script that makes a shell complete the names of commands, their options and fixed values. */
export function completionScript(shell: Shell, commands: readonly Command[]): string {
  return { bash, zsh, fish }[shell](commands)
}

function bash(commands: readonly Command[]): string {
  const values = commands.flatMap((command) =>
    valuesOf(command).map(([option, words]) => [`${command.name} ${option}`, words] as const),
  )
  return `_steelyard() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} words=
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${commands.map(({ name }) => name).join(' ')} --help'
  else
    case "\${COMP_WORDS[1]} $before" in
${values.map(([place, words]) => `      '${place}') words='${words.join(' ')}' ;;`).join('\n')}
      *)
        case "\${COMP_WORDS[1]}" in
${commands.map((each) => `          ${each.name}) words='${wordsOf(each).join(' ')}' ;;`).join('\n')}
        esac ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _steelyard steelyard
`
}

function zsh(commands: readonly Command[]): string {
  return `autoload -Uz bashcompinit && bashcompinit
${bash(commands)}`
}

function fish(commands: readonly Command[]): string {
  const quote = (text: string) => `'${text.replaceAll(/['\\]/g, '\\$&')}'`
  const names = commands.map(({ name, summary }) => {
    return `complete -c steelyard -n __fish_use_subcommand -a ${name} -d ${quote(summary)}`
  })
  const options = commands.flatMap(({ name, options: own, choices }) =>
    [
      ...(choices ? [`-a ${quote(choices.join(' '))}`] : []),
      ...Object.entries({ ...own, ...OPTIONS_OF_ALL }).map(
        ([option, { meaning, value, choices }]) =>
          [
            `-l ${option}`,
            ...(value ? [value === 'FILE' ? '-r -F' : '-r'] : []),
            ...(choices ? [`-f -a ${quote(choices.join(' '))}`] : []),
            `-d ${quote(meaning)}`,
          ].join(' '),
      ),
    ].map((rest) => `complete -c steelyard -n '__fish_seen_subcommand_from ${name}' ${rest}`),
  )
  const noFiles = `complete -c steelyard -n 'not __fish_seen_subcommand_from upload' -f`
  return `${[noFiles, ...names, ...options].join('\n')}\n`
}
