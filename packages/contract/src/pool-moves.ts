import { z } from 'zod'
import { Id, IdParams, PageQuery, page, Text, Trouble } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Job } from './jobs.ts'
import { startOfPlan } from './pools.ts'
import { Confirmation } from './second-factors.ts'

export const PoolMoveState = z
  .enum([
    'checking',
    'refused',
    'planned',
    'moving',
    'moved',
    'stayed',
    'both',
    'neither',
    'unknown',
  ])
  .describe(
    'After a move: where the guest was found, by what both hosts show. `both` and `neither` need a person; `unknown`: nobody could tell, and both hosts stay locked until somebody looks again.',
  )
export type PoolMoveState = z.infer<typeof PoolMoveState>

export const PoolMove = z
  .object({
    id: Id,
    poolId: Id,
    state: PoolMoveState,
    guest: z.object({ uuid: z.string(), name: z.string() }),
    from: z.object({ uuid: z.string(), name: z.string() }),
    to: z.object({ uuid: z.string(), name: z.string() }),
    refusals: z.array(z.string()).describe('Why it would be refused, in words.'),
    weight: z
      .number()
      .int()
      .nullable()
      .describe('Before the move; it is kept where the guest arrives.'),
    cap: z.number().int().nullable().describe('Percent of one pCPU; 0 means no cap.'),
    outcome: z.string().nullable().describe('What came of it, in words.'),
    effect: z
      .object({
        text: z.string(),
        isWorse: z
          .boolean()
          .describe('More targets are missed since then, by a tenth of the time.'),
      })
      .nullable()
      .describe(
        'How the targets on both hosts were kept in the ten minutes before and after; null where that was not observed, or not yet.',
      ),
    backIfWorse: z.boolean().describe('Whether it is undone by itself where `effect.isWorse`.'),
    undoesId: Id.nullable().describe('The move that this one undoes by itself.'),
    trouble: Trouble.nullable(),
    ...startOfPlan,
  })
  .meta({ id: 'PoolMove' })
export type PoolMove = z.infer<typeof PoolMove>

const withJob = z.object({ move: PoolMove, job: Job })
const MoveParams = IdParams.extend({ moveId: Id })

export const listPoolMoves = endpoint({
  id: 'listPoolMoves',
  method: 'GET',
  path: '/pools/:id/moves',
  tag: 'Pools',
  summary: 'List moves of guests in a pool, newest first',
  params: IdParams,
  query: PageQuery,
  status: 200,
  response: page(PoolMove),
})

export const planPoolMove = endpoint({
  id: 'planPoolMove',
  method: 'POST',
  path: '/pools/:id/moves',
  tag: 'Pools',
  summary: 'Plan to move a guest to another host of its pool; checked first, by XAPI or over SSH',
  description: 'Nothing moves. Moving a guest back is the same with the hosts exchanged.',
  params: IdParams,
  body: z.object({ guestUuid: Text.min(1).max(64), toHostUuid: Text.min(1).max(64) }),
  status: 202,
  response: withJob,
})

export const startPoolMove = endpoint({
  id: 'startPoolMove',
  method: 'POST',
  path: '/pools/:id/moves/:moveId/start',
  tag: 'Pools',
  summary: 'Move the guest, live',
  description:
    'Both hosts are locked meanwhile. Cancel the job to have XAPI stop; xl goes on over SSH. Where the guest is afterwards is found out on both hosts.',
  params: MoveParams,
  body: Confirmation.safeExtend({
    backIfWorse: z
      .boolean()
      .default(false)
      .describe(
        'Move it back where more targets of both hosts are missed in the ten minutes after it than before; both are checked and locked again.',
      ),
  }),
  status: 202,
  response: withJob,
})

export const findMovedGuest = endpoint({
  id: 'findMovedGuest',
  method: 'POST',
  path: '/pools/:id/moves/:moveId/look',
  tag: 'Pools',
  summary: 'Look again where the guest of a move is, after nobody could tell',
  params: MoveParams,
  status: 202,
  response: withJob,
})
