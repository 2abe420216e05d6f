import { describe, expect, test } from 'vitest'
import type { Answers } from '../detect/detection.ts'
import { readAsUploaded, requestsOf, wild } from './read-upload.fixture.ts'

const US: Partial<Answers> = { durationUnit: 'us' }

async function read(path: string, answers: Partial<Answers> = {}) {
  return readAsUploaded(path, await wild(path), answers)
}

describe('the same minute of web1', () => {
  test.each<[string, Partial<Answers>, number, number]>([
    ['common/web1.log', US, 894, 38.95],
    ['dateext/web1/access_log-20261120', US, 447, 38.87],
    ['haproxy/web1.log', { timeZone: 'UTC' }, 894, 38.45],
    ['iis-w3c/web1.log', {}, 894, 38.45],
    ['kolla-D-before-referer/web1.log', US, 894, 38.95],
    ['nginx-json/web1.log', {}, 894, 38.95],
    ['nginx-rt-urt/web1.log', {}, 894, 38.95],
    ['xff-quoted-D/web1.log', US, 894, 38.95],
    ['ws-101/web1.log', US, 894, 38.95],
  ])('in %s', async (path, answers, requests, meanMs) => {
    const { questions, report, set } = await read(path, answers)
    expect(questions).toEqual([])
    expect(report.rejected).toBe(0)
    const found = requestsOf(set, 'web1')
    expect(found).toMatchObject({ requests, timed: requests })
    expect(found.meanMs).toBeCloseTo(meanMs, 1)
  })

  test('of which the first part has no durations yet', async () => {
    const { report, set } = await read('format-added-midway/web1.log', US)
    expect(report.rejected).toBe(0)
    expect(requestsOf(set, 'web1')).toMatchObject({ requests: 894, timed: 537 })
  })

  test('with connections that were upgraded, which may count', async () => {
    const left = await read('ws-101/web1.log', US)
    expect(left.report.setAside).toEqual({ upgraded: 5 })
    const { set } = await read('ws-101/web1.log', { ...US, everyLine: true })
    expect(requestsOf(set, 'web1').requests).toBe(899)
  })
})

test('whole seconds are no response times', async () => {
  const { report, set } = await read('whole-seconds/web1.log', { durationUnit: 's' })
  expect(requestsOf(set, 'web1')).toMatchObject({ requests: 894, timed: 0 })
  expect(report.notes.join()).toContain('whole seconds')
})
