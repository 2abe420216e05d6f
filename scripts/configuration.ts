// `npm run configuration` renews the reference of the environment variables, of which a test says
// when it is stale.
import { writeFileSync } from 'node:fs'
import { CONFIGURATION, configurationDocument } from './lib/documents/configuration.ts'
import { inRoot } from './lib/paths.ts'

writeFileSync(inRoot(CONFIGURATION), configurationDocument())
