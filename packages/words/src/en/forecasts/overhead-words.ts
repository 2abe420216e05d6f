import type { CannotTell, Platform, VmmOverhead } from '@steelyard/model'

const PLATFORMS: Record<Platform, string> = {
  native: 'Linux without virtualisation',
  xen: 'Xen 4.0.1',
  kvm: 'KVM',
}

/** States where an overhead comes from. */
export function basisWords({ basis, interval }: VmmOverhead): string {
  switch (basis.code) {
    case 'published':
      return `Published, paper 4, 2010 hardware (Core2 Quad Q9550): ${PLATFORMS[basis.platform]}, without a spread. Measure your own.`
    case 'measured': {
      const told = `Measured: run times of ${basis.jobs} jobs side by side over those of ${basis.fewerJobs}, batch by batch.`
      return interval
        ? told
        : `${told} An interval needs at least two of each, to show how far batches differ.`
    }
    case 'recorded':
      return `Recorded: CPU time per request in ${basis.busyWindows} windows with load for all pCPUs against ${basis.calmWindows} with one free. A different request mix at busy times would count too; on an overloaded host the figure is likely too low.`
  }
}

const REASONS: Record<CannotTell, string> = {
  'one-pcpu':
    'One pCPU is busy whenever anything runs, so there is nothing to compare. Every service time includes the overhead already.',
  'no-busy-windows': 'Too few windows had load for all pCPUs.',
  'no-calm-windows': 'Too few windows left a pCPU free.',
  'rates-alike':
    'While a pCPU was free, no guest’s request rate varied enough. So the CPU time of requests cannot be told from the rest.',
}

/** Explains why a recording does not determine the overhead. */
export function whyNotTold(cannotTell: CannotTell): string {
  return REASONS[cannotTell]
}
