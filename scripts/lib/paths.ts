import path from 'node:path'

/** The root of the checkout. */
export const root = path.join(import.meta.dirname, '../..')

export const inRoot = (...parts: string[]): string => path.join(root, ...parts)
