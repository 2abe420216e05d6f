import { expect, it } from 'vitest'
import { newSigningSecret, signatureHeaders } from './sign-message.ts'

it('signs the published example of Standard Webhooks as it is published', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const at = new Date(1_614_265_330_999)
  const body = '{"test": 2432232314}'
  expect(signatureHeaders(secret, 'msg_p5jXN8AQM9LWM0D4loKWxJek', at, body)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

it('makes secrets of 256 bits', () => {
  const [one, other] = [newSigningSecret(), newSigningSecret()]
  expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(one).not.toBe(other)
})
