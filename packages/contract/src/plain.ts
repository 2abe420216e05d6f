// What a page needs of the contract at once: nothing here imports zod, which is large.

export * from './analyses/pays.ts'
export * from './analyses/verdicts.ts'
export * from './api-error.ts'
export * from './choices.ts'
export * from './permissions.ts'
export * from './shares.ts'
export * from './sign-in-path.ts'
export * from './twin-figures.ts'
export * from './url-of.ts'
