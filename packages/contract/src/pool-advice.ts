import { z } from 'zod'
import { Id, IdParams, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Statistic } from './statistic.ts'

const Named = z.object({ uuid: z.string(), name: z.string() })

export const PoolVerdict = z
  .enum([
    'undecided',
    'unseen',
    'calm',
    'weights-help',
    'bound-by-itself',
    'waits',
    'move',
    'moves-in-part',
    'no-move-helps',
  ])
  .describe(
    '`unseen`: no host of the pool is watched over SSH, so no response times are known. `waits`: no weights keep the targets of a host, and that has not lasted long enough, or a guest moved of late. `no-move-helps`: neither weights nor moves keep them.',
  )
export type PoolVerdict = z.infer<typeof PoolVerdict>

export const PoolAdvice = z
  .object({
    decidedAt: Timestamp.nullable(),
    verdict: PoolVerdict,
    text: z.string().describe('The verdict in words.'),
    hosts: z
      .array(
        Named.extend({
          hostId: Id.nullable().describe('The host that is watched over SSH; null: none is.'),
          text: z.string(),
        }),
      )
      .describe('Hosts of which there is something to say.'),
    moves: z
      .array(
        z.object({
          guest: Named,
          from: Named,
          to: Named,
          seconds: z.number().describe('For so long both hosts copy memory, at 1 Gbit/s.'),
        }),
      )
      .describe('The guests that should move, in order. Nothing is moved by itself.'),
    foretold: z
      .array(
        z.object({
          host: Named,
          by: z
            .enum(['twin', 'rooms'])
            .describe('`rooms`: the simulation does not see this host as it is, and says nothing.'),
          guests: z.array(
            Named.extend({
              statistic: Statistic.describe('That its target is about.'),
              targetMs: z.number(),
              nowMs: z.number().nullable(),
              thenMs: z.number(),
            }),
          ),
        }),
      )
      .describe('What is expected on each host that a move touches, once all are made.'),
    proof: z.string().nullable().describe('How good these moves are, in words.'),
  })
  .meta({ id: 'PoolAdvice' })
export type PoolAdvice = z.infer<typeof PoolAdvice>

export const getPoolAdvice = endpoint({
  id: 'getPoolAdvice',
  method: 'GET',
  path: '/pools/:id/advice',
  tag: 'Pools',
  summary: 'What would keep the targets of a pool: weights, moves, or more capacity',
  description:
    'Decided once a minute. A move is advised only where no weights keep the targets of a host and that has lasted for two minutes, or its guests ask for more than all of its pCPUs.',
  params: IdParams,
  status: 200,
  response: PoolAdvice,
})

export const PoolOfHost = z.object({
  pool: z
    .object({
      id: Id,
      name: z.string(),
      verdict: PoolVerdict,
      text: z.string().describe('What the pool needs, in words.'),
    })
    .nullable()
    .describe('Null where the host is in no pool, or in none that you may see.'),
})
export type PoolOfHost = z.infer<typeof PoolOfHost>

export const getPoolOfHost = endpoint({
  id: 'getPoolOfHost',
  method: 'GET',
  path: '/hosts/:id/pool',
  tag: 'Pools',
  summary: 'Find the pool that a watched host is a member of, and what that pool needs',
  params: IdParams,
  status: 200,
  response: PoolOfHost,
})
