/** How the load of a recording supplies what the paper gives without units (E0.7). */
export const IO_READING =
  'Inferred: every request of a guest counts as one I/O, so IO is the sum of their rates. Eq (3) takes only IO D_0, the seconds that Domain-0 waits per second, so what is counted does not matter.'

export const NO_SERVICE_TIME =
  'Neither CPU use nor durations are known, so there is no service time.'

/** What the simulation assumes of every host. */
export const TWIN_ASSUMES = [
  'It replays the requests of the logs, where they are kept, with the measured CPU time per request.',
  'Domain-0’s work for each packet of a request, and the ticks of kernels, are taken from traces of Xen 4.17.',
]

export const TWIN_ANSWERED_NOTHING = 'It answered no request of this guest.'
