// `npm run test:prom` has a real Prometheus load the shipped rules and scrape a real API process.
import { runSuiteWith } from './lib/testing/run-suite-with.ts'

await runSuiteWith({ prometheus: 'prometheus', promtool: 'prometheus' }, 'prometheus')
