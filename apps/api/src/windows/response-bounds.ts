/**
 * Upper bounds of the buckets in which all response times of a domain are counted. Rows of
 * `WatchTotals` hold one number for each: other bounds need a migration that empties the table.
 */
export const RESPONSE_BOUNDS_SECONDS = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2.5, 5, 10, 30,
] as const
