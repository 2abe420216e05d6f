// Part of `npm run lint`. A lock file written next to existing node_modules loses the packages of
// other platforms, and `npm ci` then fails there; one that names a registry ties all users to it.
import { readFileSync } from 'node:fs'

/** The product's, and those of the site of its documents and of research, which `npm ci` does not install. */
const lockFiles = ['package-lock.json', 'docs/package-lock.json', 'research/package-lock.json']

for (const file of lockFiles) {
  for (const problem of problemsOf(file)) {
    console.error(`${file}: ${problem}`)
    process.exitCode = 1
  }
}

function problemsOf(file) {
  const { packages } = JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'))
  const locked = new Set(Object.keys(packages).map((key) => key.split('node_modules/').pop()))
  return Object.entries(packages).flatMap(([key, { resolved, optionalDependencies }]) => [
    ...Object.keys(optionalDependencies ?? {})
      .filter((name) => !locked.has(name))
      .map((name) => `${key}: its optional dependency ${name} is missing`),
    ...(/^https?:/.test(resolved ?? '') ? [`${key}: names the registry ${resolved}`] : []),
  ])
}
