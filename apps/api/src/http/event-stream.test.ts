import http from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { openEventStream } from './event-stream.ts'

it('does not begin for a reader that has already left', () => {
  const response = new http.ServerResponse(new http.IncomingMessage(new Socket()))
  response.destroy()
  expect(openEventStream(response, {}, async () => {}).signal.aborted).toBe(true)
})

it('drops a client that does not read, instead of keeping its events forever', () => {
  // Without a connection, everything written stays unread.
  const response = new http.ServerResponse(new http.IncomingMessage(new Socket()))
  const stream = openEventStream(response, {}, async () => {})
  const event = { text: 'x'.repeat(1024) }
  for (let i = 0; i < 100; i++) stream.send('job', event)
  expect(response.destroyed).toBe(false)
  for (let i = 0; i < 1000; i++) stream.send('job', event)
  expect(response.destroyed).toBe(true)
  expect(response.writableLength).toBeLessThan(512 * 1024)
  stream.end()
})
