import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { hasStatus, problemOf } from './api.ts'
import { signInPath } from './sign-in-path.ts'

/** Pages that are read without a session; a 401 there is an answer, not an expiry. */
const publicPaths = ['/sign-in', '/setup']

function signInAgain(error: unknown) {
  if (!hasStatus(error, 401) || publicPaths.includes(location.pathname)) return
  // A refused password while re-authenticating is also a 401 but not the end of the session.
  if (problemOf(error).code !== 'unauthenticated') return
  location.assign(signInPath(location.pathname + location.search))
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: signInAgain }),
    mutationCache: new MutationCache({ onError: signInAgain }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // Only a lost connection or a failing server is worth asking again.
        retry: (failures, error) =>
          failures < 2 && [0, 502, 503, 504].includes(problemOf(error).status),
      },
    },
  })
}
