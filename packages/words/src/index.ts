import { english } from './en/index.ts'

export type { Asked } from './asked.ts'
export type * from './saying.ts'

/** All that a language has to say. A second one is a folder beside `en` with an object of this type. */
export type Words = typeof english

/** The language of the product. */
export const words: Words = english
