import { parseArgs } from 'node:util'
import { type Command, type Given, OPTIONS_OF_ALL } from './command.ts'
import { UsageFault } from './faults.ts'

/**
 * Reads the arguments of a command.
 * @throws UsageFault what is unknown, missing or too much
 */
export function parseGiven(command: Command, args: readonly string[]): Given {
  const options = { ...command.options, ...OPTIONS_OF_ALL }
  const { values, positionals } = parse(args, options)
  for (const [name, { choices }] of Object.entries(options)) {
    for (const value of [values[name] ?? []].flat()) {
      if (choices && !choices.includes(String(value))) {
        throw new UsageFault(`--${name} is one of ${choices.join(', ')}, not ${value}.`)
      }
    }
  }
  if (!values.help) checkCount(command, positionals)
  const known = (name: string) => {
    if (!options[name]) throw new Error(`${command.name} has no option ${name}`)
    return values[name]
  }
  return {
    arguments: positionals,
    isJson: values.json === true,
    text: (name) => known(name) as string | undefined,
    list: (name) => (known(name) ?? []) as string[],
    has: (name) => known(name) !== undefined,
  }
}

function parse(args: readonly string[], options: Command['options']) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(
        Object.entries(options).map(([name, { value, isMany = false }]) => [
          name,
          { type: value ? 'string' : 'boolean', multiple: isMany } as const,
        ]),
      ),
    })
  } catch (error) {
    throw new UsageFault((error as Error).message)
  }
}

function checkCount({ name, arguments: names, choices }: Command, given: readonly string[]): void {
  const least = names.filter((each) => !each.startsWith('[')).length
  const most = names.some((each) => each.includes('...')) ? Number.POSITIVE_INFINITY : names.length
  if (given.length < least) throw new UsageFault(`${names[given.length]} is missing.`)
  if (given.length > most) throw new UsageFault(`${name} takes no argument ${given[most]}.`)
  const wrong = choices && given.find((each) => !choices.includes(each))
  if (wrong) throw new UsageFault(`${names[0]} is one of ${choices.join(', ')}, not ${wrong}.`)
}
