import type { EstimatorId } from './estimators/registry.ts'

interface Erratum {
  id: string
  /** The estimator concerned, through the estimate itself or what is derived from it. */
  estimator: EstimatorId
  /** The place in paper 0. */
  where: string
  /** What the paper says or leaves open. */
  paperSays: string
  /** What is wrong or missing. */
  problem: string
  /** What Steelyard does instead. */
  weDo: string
}

/** Every place where paper 0 is wrong or silent, with the choice made there. */
export const errata: readonly Erratum[] = [
  {
    id: 'E0.1',
    estimator: 'delay-aware',
    where: 'Table 3, interval 5',
    paperSays: 'The peaks sum to 27.4 ms, called smaller than the targets, 26 ms; so re-weight.',
    problem: '27.4 is not smaller than 26: by eq (6) the host must migrate.',
    weDo: 'The verdict is always computed: those sums lead to migrate.',
  },
  {
    id: 'E0.2',
    estimator: 'delay-aware',
    where: 'Eq (5) and (6)',
    paperSays:
      'Re-weight if the targets sum to at least the peaks; migrate if they sum to at most the peaks.',
    problem: 'At equality both apply.',
    weDo: 'Migrate only when the peaks are strictly greater. The printed rule is an option and names the overlap.',
  },
  {
    id: 'E0.3',
    estimator: 'delay-aware',
    where: 'Eq (5), throughput',
    paperSays: 'Overload if the peak throughput is at most the throughput target.',
    problem: 'It fires when demand is merely low, for an idle domain too.',
    weDo: 'A violation only if answered < min(offered, target); otherwise noted as low demand.',
  },
  {
    id: 'E0.4',
    estimator: 'delay-aware',
    where: 'Eq (7)',
    paperSays: 'Total delay is linear in the weights, so a knapsack.',
    problem: 'Eq (2) divides weights by each other: the sum of the response times is a posynomial.',
    weDo: 'The true sum is minimised: a product of two separable functions, made linear exactly on the grid.',
  },
  {
    id: 'E0.5',
    estimator: 'delay-aware',
    where: 'Eq (4)',
    paperSays: 'The sum runs over the guests, yet w_0 of Domain-0 is "the same".',
    problem: 'w_0 can then exceed 1.',
    weDo: 'Guests only by default, as printed; with Domain-0 as an option.',
  },
  {
    id: 'E0.6',
    estimator: 'delay-aware',
    where: 'Eq (2), X_0',
    paperSays:
      'w_0 X_0 appears next to (w_i / w_p) X_i; the text calls X_0 a mean processing time.',
    problem: 'The symbol would be (lambda_0 / lambda_p) x_0, and the ratio of weights is missing.',
    weDo: 'w_0 x_0 per request, x_0 being the CPU time of Domain-0 per request.',
  },
  {
    id: 'E0.7',
    estimator: 'delay-aware',
    where: 'Eq (3)',
    paperSays: 'D_0p = IO / (w_p lambda_p) D_0, without units.',
    problem: 'IO and D_0 are not defined.',
    weDo: 'IO is the I/O rate of the host per second, D_0 the mean wait of Domain-0 per I/O request in seconds.',
  },
  {
    id: 'E0.8',
    estimator: 'delay-aware',
    where: 'Eq (2)',
    paperSays: 'The delay by other domains follows from the rates.',
    problem:
      'Multiply all rates by one factor and nothing changes: Table 1, interval 3 gives 21.7 ms at a utilisation of 0.217, and it stays finite at saturation.',
    weDo: 'Published as is, but marked not valid where no weights at all could lead to such a response time.',
  },
  {
    id: 'E0.9',
    estimator: 'delay-aware',
    where: 'Service time',
    paperSays:
      'Service time per request is total scenario time over total requests: 6.6 and 1.7 ms.',
    problem: 'For Table 1 that gives 46.8 and 11.1 ms.',
    weDo: 'Service time is CPU time per request, by the utilisation law.',
  },
  {
    id: 'E0.10',
    estimator: 'delay-aware',
    where: 'Weights in steps of 0.05',
    paperSays: 'VM1 gets 50 % more from equal weights; 32 VMs are solved.',
    problem: 'No multiple of 0.05 is 1.5 thirds, and at most 20 domains fit on a grid of 0.05.',
    weDo: 'The step is a share of the sum, or relative to the current weight when only violators are raised; too many domains is an error that names the largest step that fits.',
  },
  {
    id: 'E0.11',
    estimator: 'delay-aware',
    where: 'Table 3, interval 6',
    paperSays: 'VM1 alone is raised, though VM1 and VM2 have the same load.',
    problem: 'The optimum of eq (7) gives equal loads equal weights.',
    weDo: 'A separate mode raises only the violators.',
  },
  {
    id: 'E0.12',
    estimator: 'sandpiper',
    where: 'Comparison with SandPiper',
    paperSays: 'SandPiper estimates too high and therefore takes no action.',
    problem:
      'Too high an estimate triggers action. Deterministic traffic explains it: lambda_cap is 151.5 per second without variance, 8.43 with exponential traffic.',
    weDo: 'The measured variances are used; the lambda_cap that follows from them is shown.',
  },
  {
    id: 'E0.13',
    estimator: 'delay-aware',
    where: 'Overhead, 32 VMs',
    paperSays: 'Xen runs at most 32 VMs.',
    problem: 'That is the size of a table in xenmon (NDOMAINS), not a limit of Xen.',
    weDo: 'No such limit.',
  },
  {
    id: 'E0.14',
    estimator: 'delay-aware',
    where: 'Eq (6)',
    paperSays: 'The 95th percentiles of the domains are added up.',
    problem: 'A sum of percentiles is not the percentile of the sum.',
    weDo: 'Added as printed, and backed by an exact test of whether any weights meet all targets.',
  },
  {
    id: 'E0.15',
    estimator: 'delay-aware',
    where: 'Section 2 and citations',
    paperSays:
      'Response time "decreases" where it increases; two spellings of SandPiper; [1] and [2] swapped.',
    problem: 'Slips of the pen.',
    weDo: 'Read as meant.',
  },
]
