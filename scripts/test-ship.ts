// `npm run test:ship` builds what is shipped and runs it as it is: the image and the compose file by
// podman, the package in fresh roots of Debian.
import { runSuiteWith } from './lib/testing/run-suite-with.ts'

await runSuiteWith(
  {
    podman: 'podman',
    runc: 'runc',
    netavark: 'netavark',
    'aardvark-dns': 'aardvark-dns',
    iptables: 'iptables',
    catatonit: 'catatonit',
    mmdebstrap: 'mmdebstrap',
    curl: 'curl',
  },
  'ship',
)
