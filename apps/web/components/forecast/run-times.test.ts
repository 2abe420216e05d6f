import { describe, expect, it } from 'vitest'
import { emptyRows, faultsOf, runsOf } from './run-times.ts'

describe('run times', () => {
  it('are read with spaces, semicolons and decimal commas', () => {
    const rows = [
      { jobs: '3', seconds: '60,5 61.0' },
      { jobs: '4', seconds: '62;63\n64 ' },
    ]
    expect(runsOf(rows)).toEqual([
      { jobs: 3, runTimesSeconds: [60.5, 61] },
      { jobs: 4, runTimesSeconds: [62, 63, 64] },
    ])
  })

  it('wait for both lines, and for different numbers of jobs', () => {
    expect(runsOf(emptyRows)).toBeNull()
    const row = { jobs: '3', seconds: '60' }
    expect(runsOf([row, row])).toBeNull()
  })

  it('say what is wrong, and nothing of what is still empty', () => {
    expect(faultsOf({ jobs: '4', seconds: '' })).toEqual({})
    for (const seconds of ['-1', '0', 'soon', '1e9'])
      expect(faultsOf({ jobs: '4', seconds })).toHaveProperty('seconds')
    for (const jobs of ['', '0', '1.5', 'four'])
      expect(faultsOf({ jobs, seconds: '60' })).toHaveProperty('jobs')
  })
})
