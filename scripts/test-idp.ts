// `npm run test:idp` signs people in with Dex, which it builds, and with Keycloak.
import { runSuiteWith } from './lib/testing/run-suite-with.ts'

await runSuiteWith(
  { go: 'golang-go', mvn: 'maven', java: 'default-jre-headless' },
  'identity-providers',
)
