// Part of `npm run lint`. A lock file written next to existing node_modules loses the packages of
// other platforms, and `npm ci` then fails there; one that names a registry ties all users to it.
import { readFileSync } from 'node:fs'

const lockFile = new URL('../package-lock.json', import.meta.url)
const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'))
const locked = new Set(Object.keys(packages).map((key) => key.split('node_modules/').pop()))

const problems = Object.entries(packages).flatMap(([key, { resolved, optionalDependencies }]) => [
  ...Object.keys(optionalDependencies ?? {})
    .filter((name) => !locked.has(name))
    .map((name) => `${key}: its optional dependency ${name} is missing`),
  ...(/^https?:/.test(resolved ?? '') ? [`${key}: names the registry ${resolved}`] : []),
])
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
