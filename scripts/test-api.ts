// `npm run test:api` holds the API to its OpenAPI document with Schemathesis, which it installs from
// PyPI, by hashes, into `node_modules/.cache`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { inRoot } from './lib/paths.ts'
import { exitCodeOf } from './lib/run-command.ts'
import { runSuiteWith } from './lib/testing/run-suite-with.ts'

const requirements = inRoot('e2e/api-contract/requirements.txt')
const environment = inRoot('node_modules/.cache/schemathesis')
const installed = `${environment}/requirements.txt`

await runSuiteWith({ python3: 'python3-venv' }, 'api-contract', async () => {
  const wanted = readFileSync(requirements, 'utf8')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === wanted) return
  const made = await exitCodeOf('python3', ['-m', 'venv', '--clear', environment])
  if (made !== 0)
    throw new Error('Missing: Python. apt-get install --no-install-recommends python3-venv')
  const pip = ['-m', 'pip', 'install', '--quiet', '--require-hashes', '-r', requirements]
  const failed = await exitCodeOf(`${environment}/bin/python`, pip)
  if (failed !== 0) throw new Error('Schemathesis could not be installed from PyPI.')
  writeFileSync(installed, wanted)
})
