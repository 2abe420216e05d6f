// Part of `npm run lint`. A lock file written next to existing node_modules loses the packages of
// other platforms, and `npm ci` then fails there; one that names a registry ties all users to it.
// Research has a lock file of its own.
import { readFileSync } from 'node:fs'

const problems = ['package-lock.json', 'research/package-lock.json'].flatMap(problemsOf)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0

function problemsOf(name) {
  const lockFile = new URL(`../${name}`, import.meta.url)
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'))
  const locked = new Set(Object.keys(packages).map((key) => key.split('node_modules/').pop()))
  return Object.entries(packages).flatMap(([key, { resolved, optionalDependencies }]) => [
    ...Object.keys(optionalDependencies ?? {})
      .filter((wanted) => !locked.has(wanted))
      .map((wanted) => `${name}: ${key}: its optional dependency ${wanted} is missing`),
    ...(/^https?:/.test(resolved ?? '') ? [`${name}: ${key}: names the registry ${resolved}`] : []),
  ])
}
