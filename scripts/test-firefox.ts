// `npm run test:firefox` plays the main journey in Debian's Firefox, through WebDriver BiDi.
import { buildDashboard } from './lib/build.ts'
import { runSuiteWith } from './lib/testing/run-suite-with.ts'

await runSuiteWith({ 'firefox-esr': 'firefox-esr' }, 'firefox', () => buildDashboard(console.log))
