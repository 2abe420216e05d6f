import { expect, it } from 'vitest'
import { affinityWords, formatPCpus, readPCpus } from './p-cpus.ts'

it('reads and prints lists of pCPUs as xl does', () => {
  expect(readPCpus(' 5, 0-2 ')).toEqual([0, 1, 2, 5])
  expect(readPCpus('all')).toBe('all')
  expect(formatPCpus([5, 2, 0, 1, 1])).toBe('0-2,5')
  for (const text of ['', 'All', '1-', '2-1', '1;2', '-1', '0,,1'])
    expect(readPCpus(text)).toBeNull()
})

it('states where vCPUs may run', () => {
  const words = [['all'], ['0'], ['0-1'], ['0', '1'], [], null].map((each) => affinityWords(each))
  expect(words).toEqual([
    'all pCPUs',
    'pCPU 0',
    'pCPUs 0-1',
    'pCPUs 0 / 1',
    'unknown pCPUs',
    'unknown pCPUs',
  ])
})
