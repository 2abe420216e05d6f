// `npm run test:research [-- filter ...]` runs the tests of research, which are no part of `npm test`.
import { installResearch } from './lib/install-research.ts'
import { runSuiteWith } from './lib/testing/run-suite-with.ts'

await runSuiteWith({}, 'research', installResearch)
