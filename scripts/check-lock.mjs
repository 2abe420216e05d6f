// fails when package-lock.json lost platform packages (other OS) or names a registry host
import fs from 'node:fs'

const { packages } = JSON.parse(fs.readFileSync(new URL('../package-lock.json', import.meta.url))),
  names = new Set(Object.keys(packages).map((k) => k.split('node_modules/').pop()))
let bad = 0
for (const [k, v] of Object.entries(packages)) {
  for (const o of Object.keys(v.optionalDependencies ?? {}))
    if (!names.has(o)) {
      console.error(`${k}@${v.version}: ${o} is missing`)
      bad++
    }
  if (/^https?:/.test(v.resolved ?? '')) {
    console.error(`${k}: resolved ${v.resolved}`)
    bad++
  }
}
process.exit(bad ? 1 : 0)
