export type DriftKind =
  | 'domain-missing'
  | 'domain-new'
  | 'domain-restarted'
  | 'domain-renamed'
  | 'weight-changed'
  | 'cap-changed'
  | 'affinity-changed'
  | 'vcpus-changed'
  | 'cpupool-changed'
  | 'scheduler-changed'
  | 'cpupools-changed'
  | 'stored-weight-changed'

interface DriftOf<Kind> {
  kind: Kind
  uuid: string | null
  name: string
  expected: string | null
  found: string | null
}

/** A difference between a host and the state on which a plan was based. */
export type Drift = DriftOf<DriftKind>

/**
 * The same right before applying, or before a roll-back against the state that the application
 * left.
 */
export type ApplicationDrift = DriftOf<DriftKind | 'changed-since-applied'>
