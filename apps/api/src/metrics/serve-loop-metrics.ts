import { type Metric, register } from 'prom-client'
import type { Deps } from '../deps.ts'
import { LOOP_METRICS } from './loop-metrics.ts'
import { type MetricsReading, readMetrics } from './read-metrics.ts'

/**
 * Adds what the database knows to the metrics of this process. It is read when somebody scrapes, once
 * for all metrics, and by one scrape at a time, so that many scrapers cost no more than one.
 */
export function serveLoopMetrics({ db, log }: Pick<Deps, 'db' | 'log'>, registry = register): void {
  let reading: Promise<MetricsReading | null> | null = null
  const read = () => {
    reading ??= readMetrics(db)
      .catch((err) => {
        // Without a database a scrape still shows the process.
        log.error({ err }, 'the metrics of watched hosts could not be read')
        return null
      })
      .finally(() => {
        reading = null
      })
    return reading
  }
  for (const { name, help, type, samples } of LOOP_METRICS) {
    const get = async () => {
      const found = await read()
      return { name, help, type, values: found ? samples(found) : [] }
    }
    // The library's own metrics count by themselves and cannot be set to what is stored. Of a metric
    // its registry uses only the name and these two functions.
    registry.registerMetric({ name, get, reset() {} } as unknown as Metric)
  }
}
