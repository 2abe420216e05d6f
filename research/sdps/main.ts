/**
 * Compares SDPS, plain processor sharing and the published formula on hosts drawn at random. It
 * reports how far each is from the twin and from the independent simulator in C++, and the errors
 * of the changes that SDPS and the twin predict for other weights. Needs g++.
 *
 *   npm run research -- sdps [--hosts 200] [--first-seed 90001] [--json]
 */
import { parseArgs } from 'node:util'
import { checkHost } from './check-host.ts'
import { report, show } from './report.ts'

const { values } = parseArgs({
  options: {
    hosts: { type: 'string', default: '200' },
    'first-seed': { type: 'string', default: '90001' },
    json: { type: 'boolean', default: false },
  },
})
const first = Number(values['first-seed'])
const hosts = Array.from({ length: Number(values.hosts) }, (_, index) => checkHost(first + index))
const rows = report(hosts)
console.log(values.json ? JSON.stringify({ hosts, ...rows }, null, 2) : show(rows))
