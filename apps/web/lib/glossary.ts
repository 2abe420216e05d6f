/** What the terms of art mean, in a sentence or two each; a term shows its own on hover. */
export const glossary = {
  predictor:
    'The model behind every predicted time of this recording: of those that can forecast, the one that errs least here.',
  simulation:
    'Steelyard plays the host’s scheduler and the recorded requests in a simulation, several times. Also called the twin.',
  sdps: 'SDPS, a queueing formula. Guests share the CPU by weight in the order of Xen’s schedulers; each divides its share among its requests.',
  'delay-aware':
    'The formula of the paper that this project began with. Service time, plus the delay by other guests, plus the delay by Domain-0.',
  'delay-aware-calibrated':
    'The delay-aware formula with the load level included and its coefficients fitted to this recording.',
  sandpiper:
    'A published way to manage hosts, used as the baseline. It treats each guest as if its part of the CPU were a machine of its own.',
  'measured-wait':
    'CPU time plus the time that the trace shows the guest ready but not running. A diagnosis; it cannot forecast.',
  kingman:
    'Kingman’s upper bound for a queue with a CPU of its own. A measured time above it points to waits for other guests.',
  interval:
    '90 % interval: nine times out of ten, the time will be in this range. It comes from the spread of the simulation and the errors on real recordings.',
  p95: '95th percentile: 95 of 100 requests took at most this long.',
  p99: '99th percentile: 99 of 100 requests took at most this long.',
  mean: 'The mean over all requests.',
  weight:
    'How much CPU time Xen gives a guest relative to the others while they compete for it. It changes nothing while the CPU is idle.',
  share:
    'A guest’s weight among those of all guests and Domain-0. It gets at least this part of the CPU while all want to run.',
  cap: 'The most CPU time that a guest may use, in percent of one pCPU, even while the CPU is idle.',
  'time-slice': 'How long the credit scheduler lets a vCPU run before another may take its turn.',
  ratelimit: 'How long a vCPU that has begun to run is protected from being interrupted.',
  overhead: 'How much longer the same work takes while all pCPUs of the host are busy.',
  'domain-0':
    'The privileged VM that serves the guests: their network and disk I/O pass through it.',
  evidence:
    'How much this recording can support. Enough: a verdict and weights. Thin: both, with care. Not enough: neither.',
  saturated:
    'By the model, the guest cannot serve this load. Its queue would grow without bound, so no time is predicted.',
} as const

export type GlossaryTerm = keyof typeof glossary
