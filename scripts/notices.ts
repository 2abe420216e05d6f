// `npm run notices` writes THIRD-PARTY-NOTICES. With --check, as part of `npm run lint`, it fails if
// that file is out of date or if a licence does not go with ours.
import { readFileSync, writeFileSync } from 'node:fs'
import { isCompatible } from './lib/licences/licence-policy.ts'
import { noticesOf } from './lib/licences/notices.ts'
import { productionPackages } from './lib/licences/production-packages.ts'
import { inRoot } from './lib/paths.ts'

const file = inRoot('THIRD-PARTY-NOTICES')
const packages = productionPackages()
const wanted = noticesOf(packages)

const refused = packages.filter(({ name, licence }) => !isCompatible(name, licence))
for (const { name, licence } of refused) {
  console.error(`${name}: the licence "${licence}" does not go with GPL-3.0-or-later`)
}
if (refused.length > 0) process.exitCode = 1

if (!process.argv.includes('--check')) writeFileSync(file, wanted)
else if (readFileSync(file, 'utf8') !== wanted) {
  console.error('THIRD-PARTY-NOTICES is out of date: run `npm run notices`')
  process.exitCode = 1
}
