import { describe, expect, it } from 'vitest'
import { emptyRows, faultsOf, nextRow, type RunRow, runsOf } from './run-times.ts'

const row = (jobs: string, seconds: string): RunRow => ({ key: jobs + seconds, jobs, seconds })

describe('run times', () => {
  it('are read batch by batch, with spaces, semicolons and decimal commas', () => {
    const rows = [row('3', '60,5 61.0'), row('4', '62;63\n64 '), row('3', ''), row('4', '62')]
    expect(runsOf(rows, 4)).toEqual([
      { jobs: 3, runTimesSeconds: [60.5, 61] },
      { jobs: 4, runTimesSeconds: [62, 63, 64] },
      { jobs: 4, runTimesSeconds: [62] },
    ])
  })

  it('are accepted for guests on all pCPUs, and for fewer', () => {
    expect(runsOf(emptyRows(4), 4)).toBeNull()
    expect(runsOf([row('3', '60'), row('3', '60')], 4)).toBeNull()
    expect(runsOf([row('4', '60'), row('4', '60')], 4)).toBeNull()
    expect(runsOf([row('4', '60'), row('3', '60')], 4)).toHaveLength(2)
  })

  it('get fields for as many guests as pCPUs, two batches of each kind, and more', () => {
    const rows = emptyRows(8)
    expect(rows.map(({ jobs }) => jobs)).toEqual(['7', '8', '7', '8'])
    const next = nextRow(rows, 8)
    expect(next.jobs).toBe('7')
    expect(rows.map(({ key }) => key)).not.toContain(next.key)
  })

  it('report errors, but none for empty fields', () => {
    expect(faultsOf(row('4', ''), 4)).toEqual({})
    for (const seconds of ['-1', '0', 'soon', '1e9', '1 2 3 4 5'])
      expect(faultsOf(row('4', seconds), 4)).toHaveProperty('seconds')
    for (const jobs of ['', '0', '1.5', 'four', '5'])
      expect(faultsOf(row(jobs, '60'), 4)).toHaveProperty('jobs')
  })
})
