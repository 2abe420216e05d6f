/** Schedulers whose weights and caps this package can read and set. */
export type WeightScheduler = 'credit' | 'credit2'

/** The allow-list: nothing else can be run on a host. */
export type HostCommand =
  | { verb: 'info' }
  | { verb: 'list-uuids' }
  | { verb: 'list-cpupools' }
  | { verb: 'cpupool-list' }
  | { verb: 'vcpu-list' }
  | { verb: 'sched-read'; scheduler: WeightScheduler; domainId?: number }
  | {
      verb: 'sched-set'
      scheduler: WeightScheduler
      domainId: number
      weight?: number
      cap?: number
    }
