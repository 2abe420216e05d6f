import { ApiError } from '@steelyard/contract/plain'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { call, hasStatus, problemOf } from './api.ts'
import { onQuestion, openQuestion } from './confirmation.ts'

function answer(fetchLike: typeof fetch) {
  vi.stubGlobal('fetch', vi.fn(fetchLike))
}

afterEach(() => vi.unstubAllGlobals())

describe('calling the API', () => {
  it('returns an answer of the same origin', async () => {
    answer(async () => Response.json({ needed: true }))
    expect(await call('getSetup')).toEqual({ needed: true })
    expect(fetch).toHaveBeenCalledWith('/api/v1/setup', expect.objectContaining({ method: 'GET' }))
  })

  it('reports a lost connection as a problem with a remedy', async () => {
    answer(async () => {
      throw new TypeError('Failed to fetch')
    })
    const error = await call('getLive').catch((reason) => reason)
    expect(error).toBeInstanceOf(ApiError)
    expect(problemOf(error)).toMatchObject({ status: 0, code: 'unreachable' })
  })

  it('passes on an abort as an abort', async () => {
    answer(async () => {
      throw new DOMException('stopped', 'AbortError')
    })
    await expect(call('getLive')).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('passes on the API’s message, with its status', async () => {
    const problem = {
      type: 'about:blank',
      title: 'Not signed in',
      status: 401,
      detail: 'Sign in.',
      code: 'unauthenticated',
      requestId: 'r1',
    }
    answer(async () => Response.json(problem, { status: 401 }))
    const error = await call('getLive').catch((reason) => reason)
    expect(hasStatus(error, 401)).toBe(true)
    expect(problemOf(error)).toEqual(problem)
  })

  it('is repeated once the person has confirmed, and refused when they have not', async () => {
    const problem = {
      type: 'about:blank',
      title: 'Not allowed',
      status: 403,
      detail: 'Confirm that it is still you.',
      code: 'confirmation-needed',
      requestId: 'r1',
    }
    const replies = () =>
      vi
        .fn(async () => Response.json({ needed: true }))
        .mockResolvedValueOnce(Response.json(problem, { status: 403 }))
    const outcome = () => call('getSetup').catch(problemOf)
    answer(replies())
    expect(await outcome()).toEqual(problem) // no page is there to ask
    let questions = 0
    let confirms = true
    const stop = onQuestion(() => {
      if (openQuestion()) questions += 1
      openQuestion()?.(confirms)
    })
    answer(replies())
    expect(await outcome()).toEqual({ needed: true })
    confirms = false
    answer(replies())
    expect(await outcome()).toEqual(problem)
    answer(async () => Response.json({ ...problem, code: 'forbidden' }, { status: 403 }))
    expect(await outcome()).toMatchObject({ code: 'forbidden' })
    expect(questions).toBe(2)
    stop()
  })

  it('does not show a schema’s wording when dashboard and API disagree', async () => {
    answer(async () => Response.json({ needed: 'perhaps' }))
    const error = await call('getSetup').catch((reason) => reason)
    expect(error.name).toBe('ZodError')
    expect(problemOf(error).detail).toContain('same version')
  })
})
