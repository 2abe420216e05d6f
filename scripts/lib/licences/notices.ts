import type { ProductionPackage } from './production-packages.ts'

const RULE = '='.repeat(80)
const HEAD = `Third-party notices

Steelyard is licensed under GPL-3.0-or-later (LICENSE). What is installed or distributed with it
also holds the packages below, each under its own licence. A package without a text here has its
licence in its own directory under node_modules, or none but the name given.

\`npm run notices\` writes this file.`

/** The notices that the licences of the packages ask for. Equal texts are printed once. */
export function noticesOf(packages: readonly ProductionPackage[]): string {
  const byText = new Map<string, string[]>()
  for (const it of packages) {
    if (it.text !== null) byText.set(it.text, [...(byText.get(it.text) ?? []), lineOf(it)])
  }
  const texts = [...byText].map(([text, lines]) => [RULE, ...lines, RULE, '', text].join('\n'))
  return `${[HEAD, packages.map(lineOf).join('\n'), ...texts].join('\n\n')}\n`
}

function lineOf({ name, version, licence }: ProductionPackage): string {
  return `${name} ${version}: ${licence}`
}
