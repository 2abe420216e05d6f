import type { Source } from './policy-rows.ts'

export const inTwin: Source = {
  where: '',
  implementedIn:
    'packages/simulator/src/lab/boost-lab.ts, packages/simulator/src/lab/paper1-host.ts, packages/simulator/src/schedulers/credit1.ts, packages/simulator/src/lab/fairness.ts',
  why: {
    credit:
      'With 12 vCPUs that never stop on two pCPUs, a vCPU has its turn every 180 ms, so at most 22 % of requests find dom1 running or within 10 ms of its turn. The paper’s 35 % and 37.2 ms need shorter turns, such as other packets would cause by waking Domain-0; the paper does not say what else its host had to do.',
    loan: 'One ping per second uses few credits, so loans last for many pings and repayments are comparatively short. With boosts that last until a tick, each costs up to a slice, and the mean is several times as great: see the last rows.',
    faster:
      'The order credit, loan, always holds, under either reading of how long a boost lasts; the sizes depend on that, and on the rate of pings, which the paper does not state.',
    within: 'The loans lift the fraction, further than in the paper. See table 6.',
    bandwidth:
      'A proxy: a sender with a window of 64 KiB at line rate, stalled while dom1 does not run; no TCP, no loss. How long a boost lasts was chosen with the 86.2 Mbit/s in view: see the last rows.',
    moreBandwidth:
      'The paper’s own figures do not give 62 % either. A loan that a stream uses up in a tenth of a second and repays in one helps it a little. The order credit, loan, always holds under the reading that was chosen, not under the other: see the last rows.',
    shares:
      'CPU of the twelve while dom1 receives the stream; fairness is Jain’s index over their shares, equal by weight.',
    fair: 'What is lent is paid back out of the domain’s own credits.',
  },
}
