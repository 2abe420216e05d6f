// `npm run test:pools` has foreign clients of XAPI, from npm and PyPI, use the double of a pool.
import { installClients } from '../e2e/pools/lib/install-clients.ts'
import { runSuiteWith } from './lib/testing/run-suite-with.ts'

await runSuiteWith({ python3: 'python3-venv' }, 'pools', installClients)
