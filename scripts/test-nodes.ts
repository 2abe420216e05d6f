// `npm run test:nodes` kills each process of an installation on several machines in turn, under load.
import { runSuiteWith } from './lib/testing/run-suite-with.ts'

await runSuiteWith({ go: 'golang-go' }, 'nodes')
