export interface CompanionSettings {
  STEELYARD_URL: string
  STEELYARD_HOST_ID: string
  STEELYARD_TOKEN_FILE: string
  HAPROXY_CONFIG: string
  THREADS_CONFIG: string
  STATS_SOCKET: string
  RELOAD: string
  MAX_THREADS?: string
}

/** The companion's own configuration file, which a shell reads. */
export function companionSettings(settings: CompanionSettings): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('')
}
