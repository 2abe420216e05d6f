import { inRoot } from '../paths.ts'

/** With this in its environment, a process that tests start takes what an earlier one has compiled. */
export const compileCache = { NODE_COMPILE_CACHE: inRoot('node_modules/.cache/compiled') }
