export { LOCALE, UNKNOWN } from './digits.ts'
export * from './durations.ts'
export * from './lists.ts'
export * from './numbers.ts'
