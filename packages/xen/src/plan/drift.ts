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

export interface Drift {
  kind: DriftKind
  uuid: string | null
  name: string
  expected: string | null
  found: string | null
  message: string
}
