import {
  formatBriefMs,
  formatChosenPercent,
  formatList,
  formatPercentTenths,
} from '@steelyard/contract/format'
import type { RealTimeRemark, RealTimeVerdict } from '@steelyard/model'

/** States whether real-time domains fit. */
export function verdictWords(verdict: RealTimeVerdict): string {
  switch (verdict.code) {
    case 'fits':
      return `${needsOf(verdict.fullest)}, the fullest one: every deadline can be met, by a scheduler that runs the earliest deadline first.`
    case 'too-much':
      return `The real-time guests need ${formatPercentTenths(verdict.utilisation)} of a pCPU and the host has ${verdict.pCpus}. Some deadlines will be missed whatever the scheduler.`
    case 'no-division':
      return `${needsOf(verdict.fullest)}: some deadlines will be missed there. Together they need ${formatPercentTenths(verdict.utilisation)} of a pCPU; no division was found among ${verdict.pCpus} as asked.`
  }
}

type PCpu = Extract<RealTimeVerdict, { code: 'fits' }>['fullest']

function needsOf({ pCpu, realTime, utilisation }: PCpu): string {
  const need = realTime.length === 1 ? 'needs' : 'need'
  return `${formatList(realTime)} ${need} ${formatPercentTenths(utilisation)} of pCPU ${pCpu}`
}

/** States what else an operator should know about real-time domains. */
export function remarkWords(remark: RealTimeRemark): string {
  switch (remark.code) {
    case 'several-vcpus':
      return `${remark.domain} has ${remark.vCpus} vCPUs: only one of them, with the task on it, is judged here. Its work on the others is not counted, and RTDS would reserve for each. Give it one vCPU, or give each task a guest of its own.`
    case 'little-slack':
      return `Caps of credit are enforced once every 30 ms. So a capped guest may run 30 ms and more at a stretch. ${formatList(remark.domains)} can wait at most ${formatBriefMs(remark.leastSeconds)} in a period. Caps make misses rarer here but cannot rule them out.`
    case 'one-phase-in-pool':
      return `In a cpupool ${formatList(remark.domains)} share ${remark.pCpus} pCPUs. Reservations hold there for jobs that arrive when their period begins. Xen does not arrange that. Budgets that were retained may be used all at once.`
    case 'one-phase':
      return `The reservation of ${formatList(remark.domains)} is the task’s own period and execution time. It holds for jobs that arrive when its period begins. Xen does not arrange that. The pCPU has no room for a reservation that holds for any others.`
    case 'no-extra-time':
      return 'Under RTDS, real-time guests should have no extra time (-e 0). A vCPU that waits on extra time gets its new budget late.'
    case 'domain-0-not-counted':
      return 'Domain-0’s own work is not counted: leave it a pCPU, or mark it as real-time too.'
  }
}

/** States how much more CPU time than measured each job is given, and on what evidence. */
export function allowanceWords(percent: number): string {
  const given =
    percent === 0
      ? 'Each job is given just the CPU time stated, which is right where that was measured beside the other guests.'
      : `Each job is given ${formatChosenPercent(percent)} more CPU time than stated. A job needs more in turns with other guests than alone.`
  return `${given} On a real Xen host with an emulated CPU, a guest needed 6 % more beside two others. Reserved just the time measured alone, it missed every deadline; with a tenth more, one in 200.`
}
