// `npm run test:lb` runs the load-balancer drill: HAProxy with its companion before real web servers.
import { runSuiteWith } from './lib/testing/run-suite-with.ts'

await runSuiteWith({ haproxy: 'haproxy', nginx: 'nginx-light', curl: 'curl' }, 'load-balancer')
