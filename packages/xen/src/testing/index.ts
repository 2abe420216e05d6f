export { domainNamed, happenings, sampleHost } from './double-state.ts'
export { LOOPBACK } from './fixture.ts'
export { localShell } from './local-shell.ts'
export { type DoubleOptions, type Faults, isSet, XenHostDouble } from './xen-host-double.ts'
