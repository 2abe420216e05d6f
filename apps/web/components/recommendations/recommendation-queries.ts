/** What waits for a person on all hosts, in one call that the fleet and the changes share. */
export const openRecommendations = { query: { open: 'true' as const, limit: 100 } }

/** The newest recommendation for a host, which its page fetches for the first paint. */
export const newestRecommendation = (hostId: string) => ({ query: { hostId, limit: 1 } })

/** Whether a target of a host is being missed, which its page fetches as well. */
export const openHotspot = (hostId: string) => ({
  query: { hostId, open: 'true' as const, limit: 1 },
})
