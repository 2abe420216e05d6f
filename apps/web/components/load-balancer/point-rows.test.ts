import { describe, expect, it } from 'vitest'
import { areEnough, faultsOf, nextRow, pointsOf, rowsOf } from './point-rows.ts'

const row = (processes: string, throughput: string) => ({ id: 0, processes, throughput })

describe('pointsOf', () => {
  it('reads what was typed, with comma or point, and skips unfinished lines', () => {
    expect(pointsOf([row('1', '1000'), row('2', '1900,5'), row('4', '')])).toEqual([
      { processes: 1, throughputPerSecond: 1000 },
      { processes: 2, throughputPerSecond: 1900.5 },
    ])
  })

  it.each([
    ['no process', row('0', '10'), { processes: expect.any(String) }],
    ['half a process', row('1.5', '10'), { processes: expect.any(String) }],
    ['no number', row('2', 'many'), { throughput: expect.any(String) }],
    ['nothing answered', row('2', '0'), { throughput: expect.any(String) }],
  ])('refuses %s', (_, faulty, faults) => {
    expect(faultsOf(faulty)).toEqual(faults)
    expect(pointsOf([faulty])).toBeNull()
  })

  it('returns the points that the lines were made from', () => {
    const points = [1, 2, 4].map((n) => ({ processes: n, throughputPerSecond: n * 10.5 }))
    expect(pointsOf(rowsOf(points))).toEqual(points)
    expect(pointsOf(rowsOf([]))).toEqual([])
  })
})

it('asks for three different numbers of processes', () => {
  const points = (...all: number[]) =>
    all.map((processes) => ({ processes, throughputPerSecond: 1 }))
  expect(areEnough(points(1, 2, 2))).toBe(false)
  expect(areEnough(points(1, 2, 4))).toBe(true)
  expect(areEnough(null)).toBe(false)
})

it('gives each line an id of its own', () => {
  const rows = rowsOf([])
  expect(rows.map(({ id }) => id)).not.toContain(nextRow(rows).id)
  expect(nextRow([]).id).toBe(0)
})
