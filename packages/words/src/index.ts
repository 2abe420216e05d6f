import { english } from './en/index.ts'
import type { Words } from './words.ts'

export type { Asked } from './asked.ts'
export type { HostAdvice } from './host-advice.ts'
export type * from './keeping.ts'
export type { FollowedMove, Kept, MoveEffect, MoveNames } from './move.ts'
export type { PlaceRefusal } from './place-refusal.ts'
export type * from './saying.ts'
export type * from './weight-plan.ts'

/** The language of the product. */
export const words: Words = english
