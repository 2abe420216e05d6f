/**
 * The value for a domain in a record by domain name. A plain index would also find what every object
 * inherits, and a domain may be called `constructor` or `toString`.
 */
export function valueFor<T>(
  record: Readonly<Record<string, T>> | null | undefined,
  name: string,
): T | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined
}
