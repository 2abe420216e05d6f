import { built, notApplicable } from '../judge.ts'
import type { ReproductionRow } from '../reproduction.ts'

const host = 'packages/simulator/src/lab/paper1-host.ts'

/** Tables 1 to 5 and the background figures. */
export function setUpRows(): ReproductionRow[] {
  return [
    {
      where: 'table 1',
      published: 'schedulers of Xen 4.5: credit, credit2, RTDS, ARINC 653',
      ours: 'the twin plays credit, credit2 and RTDS',
      ...built(['ARINC 653']),
      implementedIn:
        'packages/simulator/src/schedulers/credit1.ts, packages/simulator/src/schedulers/credit2.ts, packages/simulator/src/schedulers/rtds.ts',
      why: 'ARINC 653 assigns fixed slots of a fixed frame and has neither weights nor boosts.',
    },
    {
      where: 'table 2',
      published: 'Celeron 847, two cores of 1.1 GHz; Xen 4.5; 100 Mbit/s Ethernet',
      ours: 'two pCPUs, credit by the rules of Xen 4.5, a line of 94.1 Mbit/s of payload',
      ...built(['the hardware']),
      implementedIn: host,
      why: 'The twin simulates which vCPU runs on which pCPU and when. The CPU time per packet was traced on other hardware, but the waits are a thousand times as long.',
    },
    {
      where: 'table 3',
      published: 'iperf, xentop, hping, stress',
      ours: 'hping: a packet a second; stress -c: a vCPU that never stops; iperf: chunks at line rate within a window of 64 KiB; xentop is read from recordings',
      ...built(['iperf’s TCP, for which a window stands']),
      implementedIn: `${host}, packages/traces/src/xentop`,
      why: 'Neither options nor durations of the tools are given.',
    },
    {
      where: 'table 4',
      published: 'Domain-0 idle, dom1 to dom12 with stress -c 1; one vCPU, weight 128, no cap each',
      ours: 'the same',
      ...built(),
      implementedIn: host,
      why: 'Plain configuration.',
    },
    {
      where: 'table 5',
      published: 'four domains, stress -i 1 or stress -i 1 -c 1',
      ours: 'four domains, each busy half a millisecond and waiting half of one for the disk, without or with a process that never stops',
      ...built(['the disk, for which fixed times of ours stand']),
      implementedIn: 'research/reproduce/paper1/runs.ts',
      why: 'The paper does not say how long a sync() takes on that host.',
    },
    {
      where: 'fig 1',
      published: 'full and para-virtualisation',
      ours: '–',
      ...notApplicable('background'),
      implementedIn: '–',
      why: 'It introduces two kinds of guests, and nothing here depends on it.',
    },
    {
      where: 'fig 2',
      published: 'I/O passes the driver domain, which sends an event to the guest',
      ours: 'a request has stages in Domain-0 and in the guest; each stage wakes a blocked domain and is a delayed event for a waiting one',
      ...built(),
      implementedIn:
        'packages/simulator/src/config/request-path.ts, packages/simulator/src/engine/engine.ts',
      why: 'The twin represents rings and event channels as CPU time and wake-ups.',
    },
  ]
}

/** Errata: where the paper contradicts itself or Xen. */
export function errataRows(): ReproductionRow[] {
  const erratum = (where: string, published: string, ours: string, implementedIn = '–') => ({
    where: `erratum: ${where}`,
    published,
    ours,
    implementedIn,
    ...notApplicable('the paper is corrected'),
    why: 'The paper contradicts its own figures, or Xen’s source.',
  })
  return [
    erratum(
      'response time better by 60 %',
      '37.2 to 23 ms, "60 %" (abstract and section 4)',
      '37.2 / 23 = 1.62: 62 % more answers in a time, but 38 % less time',
    ),
    erratum(
      'bandwidth better by 62 %',
      '30.9 to 34.1 Mbit/s, "62 %" (abstract and section 4)',
      '+10.4 %; 62 % is the ratio of the response times',
    ),
    erratum(
      'two bandwidths for one policy',
      '34.1 Mbit/s in figure 6, 37.1 Mbit/s with figure 8',
      'they differ by 8.8 % although both give 30.9 Mbit/s; both are compared',
    ),
    erratum(
      'table 7, row 2',
      '"low I/O intensity" for stress -c 1 -i 1, which table 5 calls high',
      'high, as in table 5',
    ),
    erratum(
      'table 7 and eq (4)',
      '600 / 5 and 375 / 9.2 are "inversely proportional"',
      '600 x 5 = 3000, but 375 x 9.2 = 3450; 375 is 3000 / 8.0, so the cm next to it probably belongs to a later period',
      'packages/simulator/src/schedulers/credit1-loans.ts',
    ),
    erratum(
      'headings of section 3.2',
      'the section on I/O intensity computes cc, the one on CPU intensity ci',
      'cc is CPU, ci is I/O, as their formulas say',
      'packages/model/src/intensity.ts',
    ),
    erratum(
      'order of boosts',
      'C > D = B > A, though B "must be limited most"',
      'rationed by cm: most for B, least for C',
      'packages/simulator/src/schedulers/credit1-loans.ts',
    ),
    erratum('units', '37.2m, 20m, 30.9Mbtis/sec', 'milliseconds and Mbit/s'),
    erratum(
      'inactive vCPUs',
      'more than 300 credits block a vCPU until an event comes',
      'it leaves the accounting and loses half its credit; it runs on',
      'packages/simulator/src/schedulers/credit1-accounts.ts',
    ),
    erratum(
      'who is boosted',
      'an inactive vCPU whose I/O event is delayed',
      'any vCPU that wakes with credit left (UNDER), active or not; a tick that finds it running takes the boost back',
      'packages/simulator/src/schedulers/credit1.ts',
    ),
  ]
}
