export { tracedHosts, twinOfTraced } from '../traced-hosts.fixture.ts'
