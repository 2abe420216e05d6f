import { expect, test } from 'vitest'
import { CompletedWindows } from './completed-windows.ts'

test('each window has the 95th percentile of the requests completed in it', () => {
  const windows = new CompletedWindows(10, 40)
  for (let request = 1; request <= 100; request++) windows.add(request / 10 - 0.05, request)
  windows.add(10, 7)
  windows.add(39.9, 2)
  windows.add(40, 1000)
  expect(windows.finish(5)).toEqual([
    { startEpochSeconds: 0, seconds: 10, valueSeconds: 95, targetSeconds: 5 },
    { startEpochSeconds: 10, seconds: 10, valueSeconds: 7, targetSeconds: 5 },
    { startEpochSeconds: 20, seconds: 10, valueSeconds: null, targetSeconds: 5 },
    { startEpochSeconds: 30, seconds: 10, valueSeconds: 2, targetSeconds: 5 },
  ])
})
