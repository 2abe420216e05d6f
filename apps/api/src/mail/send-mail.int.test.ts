import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, it } from 'vitest'
import { createLogger } from '../logger.ts'
import { sendMail } from './send-mail.ts'

const log = createLogger({ logLevel: 'silent' }, 'test')
const mail = { to: 'grace@example.org', subject: 'Your invitation', text: 'Open this: https://x/y' }
const mailFrom = 'Steelyard <steelyard@example.org>'

it('hands the mail to the server that the address names', async () => {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (chunk) => {
        text += chunk
      })
      stream.on('end', () => {
        received.push(text)
        done()
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  const smtpUrl = `smtp://127.0.0.1:${port}`
  expect(await sendMail({ smtpUrl, mailFrom }, log, mail)).toEqual({ sent: true, reason: null })
  expect(received[0]).toContain('To: grace@example.org')
  expect(received[0]).toContain('From: Steelyard <steelyard@example.org>')
  expect(received[0]).toContain('Open this: https://x/y')
  await new Promise<void>((resolve) => server.close(() => resolve()))
  const { sent, reason } = await sendMail({ smtpUrl, mailFrom }, log, mail)
  expect([sent, reason]).toEqual([false, expect.stringContaining('cannot be reached')])
})

it('sends nothing where no server is set', async () => {
  expect(await sendMail({ smtpUrl: undefined, mailFrom }, log, mail)).toEqual({
    sent: false,
    reason: 'no mail server is configured',
  })
})
