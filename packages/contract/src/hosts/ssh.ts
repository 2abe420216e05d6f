import { z } from 'zod'

const HostName = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/)

/** A name or an IPv4 address, or else an IPv6 address. */
export const Address = z.union([HostName, z.ipv6()], 'a host name or an IP address')

export const Port = z.number().int().min(1).max(65_535).default(22)

export const Fingerprint = z.string().regex(/^SHA256:[A-Za-z0-9+/]{43}=?$/)

export const Username = z
  .string()
  .trim()
  .regex(/^[a-z_][a-z0-9_-]{0,31}$/, 'a POSIX user name')
