import type { english } from './en/index.ts'

/** All that a language has to say. A second one is a folder beside `en` with an object of this type. */
export type Words = typeof english
