import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sampleHost } from './double-state.ts'
import { answerXl, NOT_ROOT } from './xl-dialogue.ts'

interface Entry {
  name: string
  command: string
  exitCode: number
  stdout: string
  stderr: string
}

function recorded(set: string): Entry[] {
  const url = new URL(`../../fixtures/${set}.json`, import.meta.url)
  return JSON.parse(readFileSync(url, 'utf8'))
}

/** Commands that the double does not imitate. */
const NOT_IMITATED =
  /xl (help|uptime|domid|domname|pause|cpupool-(create|cpu-remove|migrate)|list -l|info -n)\b|^xl$|\|/

function wordsOf(command: string): string[] {
  return command
    .replace(/^.*?\bxl /, '')
    .split(' ')
    .map((word) => (word === "''" ? '' : word))
}

/** Masks the CPU times, which change by themselves on a real host. */
const still = (text: string) => text.replace(/ +\d+\.\d\b(?!\.)/g, ' TIME')

function replay(host: ReturnType<typeof sampleHost>, entries: Entry[]) {
  return entries.map((entry) => {
    const asRoot = !entry.command.startsWith('setpriv')
    const answer = asRoot ? answerXl(host, wordsOf(entry.command)) : NOT_ROOT
    return { name: entry.name, ...answer, stdout: still(answer.stdout) }
  })
}

const wanted = (entries: Entry[]) =>
  entries.map(({ name, exitCode, stdout, stderr }) => ({
    name,
    exitCode,
    stdout: still(stdout),
    stderr,
  }))

/** Answers a line that contains several commands. */
function answersTo(host: ReturnType<typeof sampleHost>, { command }: Entry) {
  const answers = command.split('; ').map((each) => answerXl(host, wordsOf(each)))
  return still(answers.map(({ stdout }) => stdout).join(''))
}

describe('the double, compared with the recorded dialogues,', () => {
  it('answers as the credit host did, command by command', () => {
    const entries = recorded('credit').filter((entry) => !NOT_IMITATED.test(entry.command))
    expect(entries.length).toBeGreaterThan(70)
    expect(replay(sampleHost('credit'), entries)).toEqual(wanted(entries))
  })

  it('answers as the credit2 host did', () => {
    const host = sampleHost('credit2')
    host.domains.pop()
    const entries = recorded('credit2').filter((entry) => !NOT_IMITATED.test(entry.command))
    expect(entries.length).toBeGreaterThan(17)
    expect(replay(host, entries)).toEqual(wanted(entries))
  })

  it('pins as the host with two pCPUs did', () => {
    const host = sampleHost('credit', 2)
    host.domains.pop()
    host.domains[0]!.affinity = { 0: '0' }
    const entry = recorded('two-pcpus').find(({ name }) => name === 'xl-vcpu-pin')!
    // If a vCPU may run on several pCPUs, the scheduler determines where it is.
    expect(answersTo(host, entry)).toBe(still(entry.stdout))
  })

  it('pins, makes a cpupool and destroys it as the host did, mistakes included', () => {
    const host = { ...sampleHost('credit', 2), withoutSchedulers: ['rtds'] }
    const entries = recorded('cpupools')
    // Masks the pCPU of a vCPU that may run on several, because the scheduler determines it.
    const anywhere = (text: string) =>
      still(text).replace(/(\d+ +\d+ +)\d( +[a-z-]{3} )/g, '$1PCPU$2')
    const answers = entries.map(({ command, name }) => {
      const { stdout, ...answer } = answerXl(host, wordsOf(command))
      return { name, ...answer, stdout: anywhere(stdout) }
    })
    expect(answers).toEqual(
      wanted(entries).map((entry) => ({ ...entry, stdout: anywhere(entry.stdout) })),
    )
  })

  it('makes a cpupool and moves a domain into it as that host did', () => {
    const host = sampleHost('credit', 2)
    host.domains.pop()
    for (const name of ['xl-cpupool-cpu-remove', 'xl-cpupool-create', 'xl-cpupool-migrate']) {
      const entry = recorded('two-pcpus').find((candidate) => candidate.name === name)!
      // The recorded command went through a shell, which removed the backslashes, and Domain-0 was
      // pinned.
      const command = entry.command.replaceAll('\\', '')
      const stdout = entry.stdout.replace(/0 \/ all/, 'all / all')
      expect(answersTo(host, { ...entry, command })).toBe(still(stdout))
    }
  })

  it('answers as the host with a second cpupool did', () => {
    const host = sampleHost('credit')
    host.domains.pop()
    host.domains[1]!.cpupool = 'Pool-vm'
    host.cpupools.push({
      name: 'Pool-vm',
      pCpus: [1],
      scheduler: 'credit2',
      timeSliceMs: 30,
      rateLimitUs: 1000,
    })
    const entries = recorded('two-pcpus')
    const both = entries.find((entry) => entry.name === 'sched-credit-two-pools')!
    const answers = ['sched-credit', 'sched-credit2'].map((verb) => answerXl(host, [verb]).stdout)
    expect(answers.join('')).toBe(both.stdout)
    const moved = entries.find((entry) => entry.name === 'xl-cpupool-migrate')!
    expect(still(moved.stdout)).toContain(still(answerXl(host, ['cpupool-list']).stdout))
    expect(still(moved.stdout)).toContain(still(answerXl(host, ['list', '-c']).stdout))
  })
})
