export {
  type TracedHost,
  tracedHosts,
  tracedSeconds,
  twinOfTraced,
} from '../traced-hosts.fixture.ts'
